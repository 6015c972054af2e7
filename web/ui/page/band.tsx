import { Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './band.module.css'

export interface BandHeading {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly action?: ReactNode
}

export interface ListCount {
  readonly text: string
  readonly spoken?: string
}

interface BandProps extends BandHeading {
  readonly count: ListCount | null
  readonly search: ReactNode
  readonly tools: ReactNode
  readonly chips?: ReactNode
}

export const Band = ({ title, subtitle, count, search, tools, chips, action }: BandProps) => (
  <div className={classes['room']}>
    <header className={classes['band']}>
      <div className={classes['names']}>
        <Title order={1}>{title}</Title>
        <output className={classes['count']}>
          <span aria-hidden={count?.spoken !== undefined}>{count?.text}</span>
          {count?.spoken && <VisuallyHidden>{count.spoken}</VisuallyHidden>}
        </output>
        {subtitle && <span className={classes['subtitle']}>{subtitle}</span>}
      </div>
      <div className={classes['search']}>{search}</div>
      <div className={classes['tools']}>{tools}</div>
      {action && <div className={classes['action']}>{action}</div>}
    </header>
    {chips && <div className={classes['chips']}>{chips}</div>}
  </div>
)
