import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import {
  type HoldingHistory,
  type HoldingOnDay,
  holdingOnDay,
  type HoldingRule,
  isCounted,
} from '#schema/portfolio/holding-value.ts'
import { isZero, multiply, partialSum, quotient, sum } from '#schema/money/money.ts'
import { type OwnHolding as InvestorHolding, unpaidAmount } from '#schema/portfolio/investor-flows.ts'

export interface Sources {
  readonly histories: ReadonlyMap<string, HoldingHistory>
  readonly day: string
  readonly nameOf: (holding: InvestorHolding) => string
  readonly exchange: Exchange
}

/** Amounts are converted unrounded, added, then rounded once. */
export interface PortalFigures {
  /** By holding id, each in its own currency. */
  readonly values: ReadonlyMap<string, HoldingOnDay>
  readonly currency: string
  readonly invested: string
  readonly committed: string
  readonly active: string
  readonly exited: string
  readonly value: string
  readonly byRule: ReadonlyMap<HoldingRule, string>
  /** Committed but not paid in; counts neither as value nor as gain. */
  readonly unfunded: string
  /** gain = value + received - paidIn over holdings with a known gain. */
  readonly returnParts: Readonly<Record<'value' | 'received' | 'paidIn', string>>
  readonly gain: string
  /** In percent of the amount paid in, unrounded; null if that is zero. */
  readonly rate: string | null
  readonly activeCount: number
  readonly isIllustrative: boolean
  /** Names of exited holdings without a recorded payment. */
  readonly withoutPayment: readonly string[]
  /** Names of holdings whose shares the server is recalculating. */
  readonly recalculating: readonly string[]
  readonly leftOut: LeftOut
}

export function portalFigures(
  holdings: readonly InvestorHolding[],
  { histories, day, nameOf, exchange }: Sources,
): PortalFigures {
  const { convert, addLeftOut, leftOut } = trackConversions(exchange)
  const values = new Map<string, HoldingOnDay>()
  const amounts: Record<'ACTIVE' | 'COMMITTED' | 'EXITED', string[]> = { ACTIVE: [], COMMITTED: [], EXITED: [] }
  const worth: { readonly rule: HoldingRule; readonly value: string }[] = []
  const returning = { value: [] as string[], received: [] as string[], paidIn: [] as string[] }
  const [gains, unfunded]: [string[], string[]] = [[], []]
  for (const holding of holdings) {
    const history = histories.get(holding.id)
    if (!history) continue
    const { id, amount, currency, status } = holding
    const figures = holdingOnDay(history, day)
    values.set(id, figures)
    const name = () => nameOf(holding)
    if (figures.rule === 'NO_RATE') addLeftOut(currency, name)
    const invested = convert(amount, currency, name)
    if (invested === null) continue
    amounts[statusClass(status)].push(invested)
    if (!isCounted(figures)) continue
    const inTotal = (own: string): string => exchange.convert(own, currency, exchange.currency)!.amount
    const { rule, value, gain, paidIn, received } = figures
    unfunded.push(inTotal(unpaidAmount(holding, paidIn)))
    if (value !== null) worth.push({ rule, value: inTotal(value) })
    if (value === null || gain === null) continue
    gains.push(inTotal(gain))
    returning.value.push(inTotal(value))
    returning.received.push(inTotal(received))
    returning.paidIn.push(inTotal(paidIn))
  }
  const all = [...values.values()]
  const namesBy = (rule: HoldingRule): string[] =>
    holdings.filter(({ id }) => values.get(id)?.rule === rule).map((holding) => nameOf(holding))
  const valueOf = (some: typeof worth) => sum(some.map(({ value }) => value))
  const paidIn = sum(returning.paidIn)
  return {
    values,
    currency: exchange.currency,
    invested: sum(Object.values(amounts).flat()),
    committed: sum(amounts.COMMITTED),
    active: sum(amounts.ACTIVE),
    exited: sum(amounts.EXITED),
    value: valueOf(worth),
    byRule: new Map([...Map.groupBy(worth, ({ rule }) => rule)].map(([rule, some]) => [rule, valueOf(some)])),
    unfunded: sum(unfunded),
    returnParts: { value: sum(returning.value), received: sum(returning.received), paidIn },
    gain: sum(gains),
    rate: isZero(paidIn) ? null : quotient(multiply(partialSum(gains), '100'), partialSum(returning.paidIn)),
    activeCount: holdings.filter(({ status }) => statusClass(status) === 'ACTIVE').length,
    isIllustrative: all.some(({ isIllustrative }) => isIllustrative),
    withoutPayment: namesBy('UNKNOWN'),
    recalculating: namesBy('RECALCULATING'),
    leftOut: { ...leftOut(), isStale: leftOut().isStale || all.some(({ isStale }) => isStale) },
  }
}
