import type { ReactNode } from 'react'
import classes from './row-actions.module.css'

/** Above the click target that covers the row. */
export const RowActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
)
