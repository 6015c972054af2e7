import type { ComponentType, ReactNode } from 'react'
import classes from './banner.module.css'

interface BannerProps {
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
  readonly text: ReactNode
  readonly action?: ReactNode
}

export const Banner = ({ icon: Icon, text, action }: BannerProps) => (
  <output className={classes['banner']}>
    <Icon size={22} stroke={1.6} aria-hidden="true" />
    <p className={classes['text']}>{text}</p>
    {action && <div className={classes['action']}>{action}</div>}
  </output>
)
