// As texts of the product: '+12.4%', '+3 this month'.
import { addMonths, endOfMonth } from './dates.ts'
import { compare, difference, divide, multiply, round, subtract } from './money.ts'

export const periods = ['month', 'quarter', 'ytd'] as const
export type Period = (typeof periods)[number]

/** Capital is compared with a year ago. */
export const defaultPeriods = { activeProjects: 'month', totalInvestors: 'quarter', averageIRR: 'ytd' } as const

const suffix: Readonly<Record<Period, string>> = { month: 'this month', quarter: 'this quarter', ytd: 'ytd' }

export function startOf(period: Period, day: string): string {
  const month = Number(day.slice(5, 7))
  const first = { month, quarter: month - ((month - 1) % 3), ytd: 1 }[period]
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

const dayBefore = (period: Period, today: string): string => endOfMonth(addMonths(startOf(period, today), -1))

/** The day before the period, else the same day a year ago. */
export const comparedWith = (period: Period | undefined, today: string): string =>
  period ? dayBefore(period, today) : addMonths(today, -12)

export const snapshotMonth = (period: Period, today: string): string => dayBefore(period, today).slice(0, 7)

const signed = (text: string): string => (compare(text, '0') < 0 ? text : `+${text}`)

/** In percent, one decimal; null without an earlier amount. */
export const growthOf = (now: string, before: string): string | null =>
  divide(multiply(subtract(now, before), '100'), before, 1)

export function growthText(now: string, before: string): string | null {
  const share = growthOf(now, before)
  return share === null ? null : `${signed(share)}%`
}

export const countText = (added: number, period: Period): string => `+${added} ${suffix[period]}`

/** In percentage points, one decimal; null without both rates. */
export const pointsOf = (now: string | null, before: string | null): string | null =>
  now === null || before === null ? null : round(difference(now, before), 1)

export function pointsText(now: string | null, before: string | null, period: Period): string | null {
  const points = pointsOf(now, before)
  return points === null ? null : `${signed(points)}% ${suffix[period]}`
}
