import { Fragment } from 'react'
import classes from './name.module.css'

/** An address that a person typed; where there is no room for it in one line, it breaks between its words. */
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
