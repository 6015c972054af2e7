import { telephoneLink } from '#web/ui/format/telephone-link.ts'
import classes from './record-value.module.css'

export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <a href={telephoneLink(phone)} dir="ltr" className={classes['phone']}>
    {phone}
  </a>
)
