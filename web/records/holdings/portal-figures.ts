// An investor's holdings, each valued by the rule for its project and status, and their totals in the person's
// currency.
import { type InvestmentStatus, statusClass } from '#schema/enumerations.ts'
import { type ValuedHolding, valueHolding } from '#schema/holdings.ts'
import { isPaidIn } from '#schema/investments.ts'
import { add, isZero, multiply, quotient, round, split, subtract, sum } from '#schema/money.ts'
import { counting, type LeftOut } from '#schema/counting.ts'
import type { Exchange } from '#schema/exchange.ts'

export interface Holding {
  readonly id: string
  readonly projectId: string
  readonly investorId: string
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
}

export interface Flow {
  readonly projectId: string
  readonly investorId: string | null
  readonly amount: string
  readonly currency: string
  readonly type: string
}

export interface Sources {
  readonly flows: Iterable<Flow>
  readonly valuationOf: (holding: Holding) => {
    readonly valueRatio: string | null
    readonly hasValuation: boolean
    /** Whether the holding has no ratio because a rate between its currency and its project's is missing. */
    readonly lacksRate: boolean
  }
  readonly nameOf: (holding: Holding) => string
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
  readonly gain: string
  /** In percent, unrounded; null when nothing is invested. */
  readonly rate: string | null
  readonly activeCount: number
  readonly isIllustrative: boolean
  readonly leftOut: LeftOut
}

const groupOf = ({ investorId, projectId }: { investorId: string | null; projectId: string }): string =>
  `${investorId} ${projectId}`

/**
 * The sum paid out on each holding, in its own currency: a project's payment is split in proportion to the amounts paid
 * in.
 */
function receivedBy(
  holdings: readonly Holding[],
  { flows, nameOf, exchange }: Sources,
  leaveOut: (amount: string, currency: string, name: () => string) => void,
): Map<string, string> {
  const paid = new Map<string, Flow[]>()
  for (const flow of flows) {
    if (flow.type !== 'CAPITAL_CALL') paid.set(groupOf(flow), [...(paid.get(groupOf(flow)) ?? []), flow])
  }
  const received = new Map<string, string>()
  for (const [group, payments] of paid) {
    const all = holdings.filter((holding) => groupOf(holding) === group)
    const paidIn = all.filter(({ status }) => isPaidIn(status))
    const sharing = paidIn.length ? paidIn : all
    const [first] = sharing
    if (!first) continue
    const inFirst = ({ amount, currency }: Pick<Flow, 'amount' | 'currency'>): string => {
      const converted = exchange.convert(amount, currency, first.currency)
      if (!converted) leaveOut(amount, currency, () => nameOf(first))
      return converted?.amount ?? '0'
    }
    const weights = sharing.map(inFirst)
    if (isZero(sum(weights))) continue
    const shares = split(sum(payments.map(inFirst)), weights)
    for (const [index, { id, currency }] of sharing.entries())
      received.set(id, round(exchange.convert(shares[index]!, first.currency, currency)?.amount ?? '0'))
  }
  return received
}

export function portalFigures(holdings: readonly Holding[], sources: Sources): PortalFigures {
  const { exchange, nameOf, valuationOf } = sources
  const { count, miss, leftOut } = counting(exchange)
  const received = receivedBy(holdings, sources, count)
  const values = new Map<string, ValuedHolding>()
  const amounts: Record<'ACTIVE' | 'COMMITTED' | 'EXITED', string[]> = { ACTIVE: [], COMMITTED: [], EXITED: [] }
  const [now, paidOut]: [string[], string[]] = [[], []]
  for (const holding of holdings) {
    const { id, amount, currency, status } = holding
    const own = received.get(id) ?? '0.00'
    const { lacksRate, ...valuation } = valuationOf(holding)
    const valued = valueHolding({ amount, status, received: own, ...valuation })
    values.set(id, valued)
    if (lacksRate && isPaidIn(status)) miss(currency, () => nameOf(holding))
    const counted = count(amount, currency, () => nameOf(holding))
    if (counted === null) continue
    amounts[statusClass(status)].push(counted)
    now.push(exchange.convert(valued.value, currency, exchange.currency)!.amount)
    paidOut.push(exchange.convert(own, currency, exchange.currency)!.amount)
  }
  const invested = sum(Object.values(amounts).flat())
  const value = sum(now)
  const gain = subtract(add(value, sum(paidOut)), invested)
  return {
    values,
    currency: exchange.currency,
    invested,
    committed: sum(amounts.COMMITTED),
    active: sum(amounts.ACTIVE),
    exited: sum(amounts.EXITED),
    value,
    gain,
    rate: isZero(invested) ? null : quotient(multiply(gain, '100'), invested),
    activeCount: holdings.filter(({ status }) => statusClass(status) === 'ACTIVE').length,
    isIllustrative: [...values.values()].some(({ rule }) => rule === 'ILLUSTRATIVE'),
    leftOut: leftOut(),
  }
}
