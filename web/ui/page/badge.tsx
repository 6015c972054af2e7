import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'danger' | 'brand'

export const Badge = ({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={classes['badge']} data-tone={tone}>
    {children}
  </span>
)
