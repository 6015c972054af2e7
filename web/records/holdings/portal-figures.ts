// An investor's holdings, each valued by the rule for its project and status, and their totals in the person's
// currency.
import { statusClass } from '#schema/enumerations.ts'
import { type ValuedHolding, valueHolding, type ValueRule } from '#schema/holdings.ts'
import { isPaidIn } from '#schema/investments.ts'
import { add, isZero, multiply, quotient, subtract, sum } from '#schema/money.ts'
import { counting, type LeftOut } from '#schema/counting.ts'
import type { Exchange } from '#schema/exchange.ts'
import { flowsOfHoldings, type OwnFlow, type OwnHolding, paidOutOf } from '#schema/own-flows.ts'

export interface Sources {
  readonly flows: Iterable<OwnFlow>
  readonly valuationOf: (holding: OwnHolding) => {
    readonly valueRatio: string | null
    readonly hasValuation: boolean
    /** Whether the holding has no ratio because a rate between its currency and its project's is missing. */
    readonly lacksRate: boolean
    /** Whether such a rate was more than a week old on its day. */
    readonly isStale: boolean
  }
  readonly nameOf: (holding: OwnHolding) => string
  readonly exchange: Exchange
}

export interface PortalFigures {
  readonly values: ReadonlyMap<string, ValuedHolding>
  readonly currency: string
  readonly invested: string
  readonly committed: string
  readonly active: string
  readonly exited: string
  readonly value: string
  /** The parts of the value, by the rule that gave them. */
  readonly byRule: ReadonlyMap<ValueRule, string>
  readonly received: string
  readonly gain: string
  /** In percent, unrounded; null when nothing is invested. */
  readonly rate: string | null
  readonly activeCount: number
  readonly isIllustrative: boolean
  readonly leftOut: LeftOut
}

export function portalFigures(holdings: readonly OwnHolding[], sources: Sources): PortalFigures {
  const { exchange, flows, nameOf, valuationOf } = sources
  const { count, miss, leftOut } = counting(exchange)
  const known = flowsOfHoldings(holdings, flows, { on: () => exchange.convert })
  for (const { currency, projectId } of known.notConverted)
    miss(currency, () => nameOf(holdings.find((each) => each.projectId === projectId)!))
  const values = new Map<string, ValuedHolding>()
  const amounts: Record<'ACTIVE' | 'COMMITTED' | 'EXITED', string[]> = { ACTIVE: [], COMMITTED: [], EXITED: [] }
  const [now, paidOut]: [{ readonly rule: ValueRule; readonly value: string }[], string[]] = [[], []]
  let isStale = false
  for (const holding of holdings) {
    const { id, amount, currency, status } = holding
    const own = paidOutOf(known.flows.get(id)!)
    const { lacksRate, isStale: isShareStale, ...valuation } = valuationOf(holding)
    const valued = valueHolding({ amount, status, received: own, ...valuation })
    values.set(id, valued)
    isStale ||= isShareStale && valued.rule === 'VALUATION'
    if (lacksRate && isPaidIn(status)) miss(currency, () => nameOf(holding))
    const counted = count(amount, currency, () => nameOf(holding))
    if (counted === null) continue
    amounts[statusClass(status)].push(counted)
    now.push({ rule: valued.rule, value: exchange.convert(valued.value, currency, exchange.currency)!.amount })
    paidOut.push(exchange.convert(own, currency, exchange.currency)!.amount)
  }
  const invested = sum(Object.values(amounts).flat())
  const valueOf = (some: typeof now) => sum(some.map((each) => each.value))
  const value = valueOf(now)
  const received = sum(paidOut)
  const gain = subtract(add(value, received), invested)
  return {
    values,
    currency: exchange.currency,
    invested,
    committed: sum(amounts.COMMITTED),
    active: sum(amounts.ACTIVE),
    exited: sum(amounts.EXITED),
    value,
    byRule: new Map([...Map.groupBy(now, ({ rule }) => rule)].map(([rule, some]) => [rule, valueOf(some)])),
    received,
    gain,
    rate: isZero(invested) ? null : quotient(multiply(gain, '100'), invested),
    activeCount: holdings.filter(({ status }) => statusClass(status) === 'ACTIVE').length,
    isIllustrative: [...values.values()].some(({ rule }) => rule === 'ILLUSTRATIVE'),
    leftOut: { ...leftOut(), isStale: isStale || leftOut().isStale },
  }
}
