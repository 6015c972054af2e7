import { addMonths, dayBefore } from '#schema/money/dates.ts'
import { startOf } from '#schema/money/metric-changes.ts'

export const statementPeriods = ['quarter', 'lastQuarter', 'year', 'lastYear', 'all'] as const
export type StatementPeriod = (typeof statementPeriods)[number]

export interface Days {
  readonly from: string
  readonly to: string
}

/** First and last day; the current period ends today, and the whole one begins with the first payment. */
export function daysOf(period: StatementPeriod, today: string, first: string | null): Days {
  const quarter = startOf('quarter', today)
  const year = startOf('ytd', today)
  return {
    quarter: { from: quarter, to: today },
    lastQuarter: { from: addMonths(quarter, -3), to: dayBefore(quarter) },
    year: { from: year, to: today },
    lastYear: { from: addMonths(year, -12), to: dayBefore(year) },
    all: { from: first ?? today, to: today },
  }[period]
}
