import { RowActions } from '#web/ui/row-actions.tsx'
import { telephoneLink } from '#web/ui/telephone-link.ts'

/** A number that calls; it reads from left to right in every language. */
export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <RowActions>
    <a href={telephoneLink(phone)} dir="ltr">
      {phone}
    </a>
  </RowActions>
)
