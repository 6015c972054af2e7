import { Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Hint } from '#web/ui/overlay/popovers/hint.tsx'
import classes from './metric-card.module.css'

interface MetricCardProps {
  readonly name: string
  readonly formula?: string
  readonly value: ReactNode
  readonly about?: ReactNode
  readonly link?: (name: ReactNode) => ReactNode
  readonly ready: boolean
}

export const MetricCards = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['cards']}>{children}</div>
)

export const MetricCard = ({ name, formula, value, about, link, ready }: MetricCardProps) => (
  <section className={classes['card']} aria-label={name}>
    <div className={classes['head']}>
      <h2 className={classes['name']}>{link ? link(name) : name}</h2>
      {formula && (
        <Hint text={formula}>
          <button type="button" className={classes['info']} aria-label={formula}>
            <IconInfoCircle size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </Hint>
      )}
    </div>
    {ready ? <p className={classes['value']}>{value}</p> : <Skeleton height={36} width="60%" aria-hidden="true" />}
    {about && <div className={classes['about']}>{ready ? about : <Skeleton height={18} width="80%" />}</div>}
  </section>
)
