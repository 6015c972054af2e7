import { createElement, type ReactNode } from 'react'
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

/** Behind the currency, and behind each group of digits. */
const breaks = /(?<=\u00a0)|(?<=\d\D)(?=\d{3}(?!\d))/

/**
 * An amount keeps its own direction inside right-to-left text. Where its column is too small for it, it
 * goes on in a second line between two groups: every digit is seen.
 */
export function Money({ amount, currency, as, otherwise = '—' }: MoneyProps) {
  if (amount == null) return otherwise
  const parts = formats[as](amount, currency).split(breaks)
  return createElement(
    'bdi',
    null,
    ...parts.flatMap((part, index) => (index === 0 ? part : [createElement('wbr'), part])),
  )
}
