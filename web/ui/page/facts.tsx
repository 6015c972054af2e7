import type { ReactNode } from 'react'
import classes from './facts.module.css'

export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className={classes['facts']}>{children}</dl>
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
