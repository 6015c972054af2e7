import type { ReactNode } from 'react'
import { dashboardMoney, exactMoney, projectsTableMoney, shortMoney, wholeMoney } from './money-format.ts'

const formats = {
  dashboard: dashboardMoney,
  projects: projectsTableMoney,
  short: shortMoney,
  whole: wholeMoney,
  exact: exactMoney,
} as const

interface MoneyProps {
  readonly amount: string | null | undefined
  readonly currency?: string
  readonly as: keyof typeof formats
  /** Shown where there is no amount. */
  readonly otherwise?: ReactNode
}

/** An amount keeps its own direction inside right-to-left text. */
export function Money({ amount, currency, as, otherwise = '—' }: MoneyProps) {
  if (amount == null) return otherwise
  return <bdi>{formats[as](amount, currency)}</bdi>
}
