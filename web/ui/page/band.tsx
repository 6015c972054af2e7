// What stands above a list, in one line where the window is wide: its title, count, search, tools and main action.
import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './band.module.css'

export interface BandHeading {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly action?: ReactNode
}

interface BandProps extends BandHeading {
  /** `short` is shown, `full` is read aloud. */
  readonly count: { readonly short: string; readonly full: string } | null
  readonly search: ReactNode
  readonly tools: ReactNode
  readonly chips?: ReactNode
}

export const Band = ({ title, subtitle, count, search, tools, chips, action }: BandProps) => (
  <div className={classes['room']}>
    <header className={classes['band']}>
      <div className={classes['names']}>
        <div className={classes['name']}>
          <Title order={1}>{title}</Title>
          <output className={classes['count']}>
            {count?.short === count?.full ? (
              count?.full
            ) : (
              <>
                <span aria-hidden="true">{count?.short}</span>
                <VisuallyHidden>{count?.full}</VisuallyHidden>
              </>
            )}
          </output>
        </div>
        {subtitle && (
          <Text c="dimmed" className={classes['subtitle'] ?? ''}>
            {subtitle}
          </Text>
        )}
      </div>
      <div className={classes['search']}>{search}</div>
      <div className={classes['tools']}>{tools}</div>
      {action && <div className={classes['action']}>{action}</div>}
    </header>
    {chips && <div className={classes['chips']}>{chips}</div>}
  </div>
)
