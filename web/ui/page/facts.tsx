import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  readonly isMain?: true | undefined
  readonly children: ReactNode
}

export const Facts = ({ isMain, children }: FactsProps) => (
  <dl className={classes['facts']} data-main={isMain}>
    {children}
  </dl>
)

interface FactProps {
  readonly name: string
  readonly wide?: boolean
  readonly children: ReactNode
}

export const Fact = ({ name, wide = false, children }: FactProps) => (
  <div className={classes['fact']} data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
