import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ title, actions, children }: SectionProps) => (
  <section className={classes['section']} aria-label={title}>
    <div className={classes['head']}>
      <Title order={2}>{title}</Title>
      {actions}
    </div>
    {children}
  </section>
)
