import { trackConversions } from '#schema/money/counting.ts'
import { addDays, addMonths, dayBefore, daysBetween } from '#schema/money/dates.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { isZero, sum } from '#schema/money/money.ts'
import { type HoldingHistory, type HoldingOnDay, holdingOnDays, isCounted } from './holding-value.ts'
import { type Statement, statementOf } from './statement.ts'

export const valuePeriods = ['month', 'year', 'all'] as const
export type ValuePeriod = (typeof valuePeriods)[number]

export interface ValueChange extends Statement {
  /** The first day of the period; its statement begins on it too. */
  readonly from: string
}

/**
 * `rate` is modified Dietz (finance page, "Returns"). Begins at the first payment at the earliest; null without one.
 */
export function valueChangeOf(
  histories: readonly HoldingHistory[],
  period: ValuePeriod,
  today: string,
  exchange: Exchange,
): ValueChange | null {
  const first = firstPaymentOf(histories, today)
  if (first === null) return null
  const begin = addDays(addMonths(today, period === 'month' ? -1 : -12), 1)
  const from = period === 'all' || begin < first ? first : begin
  return { from, ...statementOf(histories, { from, to: today }, exchange) }
}

/** Null without a payment on or before the day. */
export function firstPaymentOf(histories: readonly HoldingHistory[], today: string): string | null {
  const days = histories.flatMap(({ flows: [first] }) => (first && first.date <= today ? [first.date] : []))
  return days.sort()[0] ?? null
}

const maxSteps = 30

/** In even steps, from the day of the opening value, or from the first payment, to today. */
export function daysToDraw({ from, total }: ValueChange, today: string): readonly string[] {
  const begin = isZero(total.opening) ? from : dayBefore(from)
  const days = daysBetween(begin, today)
  const steps = Math.max(1, Math.min(days, maxSteps))
  return Array.from({ length: steps + 1 }, (_, step) => addDays(begin, Math.round((step * days) / steps))).filter(
    (day, index, all) => day !== all[index - 1],
  )
}

/** Money in one currency, two decimals. */
interface ValuePoint {
  readonly day: string
  readonly paidIn: string
  readonly received: string
  readonly value: string
}

/** Converted by the rates of one day, so that points show holdings, not currencies. */
export function valuesOn(
  days: readonly string[],
  histories: readonly HoldingHistory[],
  exchange: Exchange,
): { readonly points: readonly ValuePoint[]; readonly isConverted: boolean } {
  const { convert, leftOut } = trackConversions(exchange)
  const all = histories.map((history) => ({
    currency: history.holding.currency,
    figures: holdingOnDays(history, days),
  }))
  const total = (part: 'paidIn' | 'received' | 'value', at: number) =>
    sum(all.map(({ currency, figures }) => convert(amountOf(figures[at]!, part), currency, () => '') ?? '0'))
  const points = days.map((day, at) => ({
    day,
    paidIn: total('paidIn', at),
    received: total('received', at),
    value: total('value', at),
  }))
  return { points, isConverted: leftOut().isConverted }
}

const amountOf = (figures: HoldingOnDay, part: 'paidIn' | 'received' | 'value'): string =>
  (isCounted(figures) ? figures[part] : null) ?? '0'
