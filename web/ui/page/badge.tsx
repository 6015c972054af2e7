import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'danger' | 'brand' | 'plain'

interface BadgeProps {
  readonly tone?: Tone
  /** Replaces the text where a name leaves no room; screen readers still read the text. */
  readonly icon?: ComponentType<IconProps>
  readonly children: ReactNode
}

export const Badge = ({ tone = 'neutral', icon: Icon, children }: BadgeProps) => (
  <span className={classes['badge']} data-tone={tone} data-pictured={Icon && true}>
    {Icon && <Icon size={14} stroke={1.8} aria-hidden="true" />}
    {Icon ? <span>{children}</span> : children}
  </span>
)
