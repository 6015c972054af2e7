import type { ReactNode } from 'react'
import classes from './row-actions.module.css'

/** Buttons at the end of a row, above the target that covers the row. */
export const RowActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
)
