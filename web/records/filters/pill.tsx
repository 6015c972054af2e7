import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PillProps {
  readonly type: 'checkbox' | 'radio'
  readonly name?: string
  readonly checked: boolean
  readonly onChange: () => void
  readonly children: ReactNode
}

export const Pill = ({ children, ...input }: PillProps) => (
  <label className={classes['pill']}>
    <input {...input} />
    {children}
  </label>
)
