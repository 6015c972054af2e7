// Today's exchange rates apply throughout, so that a curve does not show currency movements.
import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import { addMonths, endOfMonth } from '#schema/money/dates.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import type { HoldingHistories } from './holding-histories.ts'
import { holdingOnDays, isCounted } from './holding-value.ts'
import { partialSum, sum } from '#schema/money/money.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

interface Flow {
  readonly projectId: string
  readonly amount: string
  readonly currency: string
  readonly type: string
  readonly date: string
}

export interface PerformanceSources {
  /** See holding-histories.ts. */
  readonly histories: Generator<undefined, HoldingHistories>
  readonly flows: Iterable<Flow>
  readonly exchange: Exchange
  readonly nameOf: (row: { readonly projectId: string }) => string
}

export interface PerformancePoint {
  /** The month's last day; today in the current one. */
  readonly day: string
  /** To date, including exited investments. */
  readonly invested: string
  readonly value: string
  /** Also dividends and interest. */
  readonly distributions: string
}

export interface Performance {
  readonly currency: string
  readonly points: readonly PerformancePoint[]
  /** A value uses the firm's assumed growth. */
  readonly isIllustrative: boolean
  readonly leftOut: LeftOut
}

export const monthEnds = (today: string, months: number): string[] =>
  Array.from({ length: months }, (_, index) => {
    const monthsAgo = months - 1 - index
    return monthsAgo === 0 ? today : endOfMonth(addMonths(`${today.slice(0, 8)}01`, -monthsAgo))
  })

/** Converts each sum once, because converted amounts have forty decimals. */
function sumsPerPoint(points: number, convert: (amount: string, currency: string) => string) {
  const sums = Array.from({ length: points }, () => new Map<string, string[]>())
  return {
    add(point: number, amount: string, currency: string): void {
      const amounts = sums[point]!.get(currency)
      if (!amounts) sums[point]!.set(currency, [amount])
      else if (amounts.push(amount) > 256) amounts.splice(0, amounts.length, partialSum(amounts))
    },
    totalOf: (point: number) =>
      sum([...sums[point]!].map(([currency, amounts]) => convert(partialSum(amounts), currency))),
  }
}

/** Converted unrounded, rounded once. */
export function* performanceOf(
  days: readonly string[],
  { histories, flows, exchange, nameOf }: PerformanceSources,
): Generator<undefined, Performance> {
  const { convert, addLeftOut, leftOut } = trackConversions(exchange)
  const inTotal = (amount: string, currency: string) => convert(amount, currency, () => currency)!
  const hasRate = (currency: string, name: () => string) => convert('0', currency, name) !== null
  const [invested, value, distributions] = [days, days, days].map(({ length }) => sumsPerPoint(length, inTotal))
  const monthOf = new Map(days.map((day, index) => [day.slice(0, 7), index]))
  let rows = 0
  for (const { projectId, amount, currency, type, date } of flows) {
    if (++rows % rowsPerStep === 0) yield
    const month = type === 'CAPITAL_CALL' || date > days.at(-1)! ? undefined : monthOf.get(date.slice(0, 7))
    if (month === undefined) continue
    if (hasRate(currency, () => nameOf({ projectId }))) distributions!.add(month, amount, currency)
  }
  let isIllustrative = false
  for (const history of (yield* histories).byHolding.values()) {
    if (++rows % 32 === 0) yield
    const { currency, projectId } = history.holding
    const name = () => nameOf({ projectId })
    for (const [point, figures] of holdingOnDays(history, days).entries()) {
      if (figures.rule === 'NO_RATE') addLeftOut(currency, name)
      if (!isCounted(figures) || figures.rule === 'UNPAID' || !hasRate(currency, name)) continue
      invested!.add(point, figures.paidIn, currency)
      value!.add(point, figures.value!, currency)
      isIllustrative ||= figures.isIllustrative
    }
  }
  return {
    currency: exchange.currency,
    points: days.map((day, point) => ({
      day,
      invested: invested!.totalOf(point),
      value: value!.totalOf(point),
      distributions: distributions!.totalOf(point),
    })),
    isIllustrative,
    leftOut: leftOut(),
  }
}
