import { RowActions } from '#web/ui/table/row-actions.tsx'
import { telephoneLink } from '#web/ui/format/telephone-link.ts'

/** A number that calls; it reads from left to right in every language. */
export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <RowActions>
    <a href={telephoneLink(phone)} dir="ltr">
      {phone}
    </a>
  </RowActions>
)
