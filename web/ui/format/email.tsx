import { Fragment } from 'react'
import classes from './name.module.css'

/** May break between the parts of the address. */
export const Email = ({ children }: { readonly children: string }) => (
  <bdi dir="auto" className={classes['name']}>
    {children.split(/(?=[@._+])/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </bdi>
)
