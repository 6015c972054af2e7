// What an investor has paid in for each holding, and what was paid out on it. Cash flows name a project, not a holding,
// so the flows of a project are shared among the investor's holdings in it.
import { isCall } from './cash-flows.ts'
import { isPaidIn } from './investments.ts'
import { statusClass } from './enumerations.ts'
import type { Convert } from './exchange.ts'
import { compare, isZero, split, subtract, sum } from './money.ts'
import type { Row } from './registry.ts'
import type { DatedAmount } from './xirr.ts'

type Investment = Row<'investments'>
export type OwnHolding = Pick<
  Investment,
  'id' | 'projectId' | 'investorId' | 'amount' | 'currency' | 'status' | 'investmentDate'
>
export type OwnFlow = Pick<Row<'cashFlows'>, 'projectId' | 'investorId' | 'amount' | 'currency' | 'type' | 'date'>

/** A part of a flow, in the holding's currency with two decimals; 0 or more, the direction follows the type. */
export interface HoldingFlow {
  readonly date: string
  readonly amount: string
  readonly type: OwnFlow['type']
  /** Nobody recorded it: the amount of an investment without calls, on its date. */
  readonly isAssumed: boolean
}

export interface FlowsOfHoldings {
  /** By the holding's id, in the order of days. */
  readonly flows: ReadonlyMap<string, readonly HoldingFlow[]>
  /** Those in a currency from which no rate leads to the holding's. */
  readonly notConverted: readonly OwnFlow[]
}

/**
 * Each flow is split in proportion to the amounts of the holdings that were paid in by its day, else of all that are paid
 * in, else of all. A holding that is paid in and has no call counts as one call of its amount on its date (finance page,
 * "Returns").
 */
export function flowsOfHoldings(
  holdings: readonly OwnHolding[],
  flows: Iterable<OwnFlow>,
  convert: Convert,
): FlowsOfHoldings {
  const found = new Map<string, HoldingFlow[]>(holdings.map(({ id }) => [id, []]))
  const notConverted: OwnFlow[] = []
  const groups = Map.groupBy(holdings, groupOf)
  for (const flow of flows) {
    const sharing = sharingIn(groups.get(groupOf(flow)) ?? [], flow.date)
    const [first] = sharing
    if (!first) continue
    const inFirst = ({ amount, currency }: Pick<OwnFlow, 'amount' | 'currency'>) =>
      convert(amount, currency, first.currency)?.amount
    const [amount, weights] = [inFirst(flow), sharing.map((each) => inFirst(each) ?? '0')]
    if (amount === undefined || isZero(sum(weights))) {
      notConverted.push(flow)
      continue
    }
    for (const [i, part] of split(sum([amount]), weights).entries()) {
      const { id, currency } = sharing[i]!
      const own = sum([convert(part, first.currency, currency)?.amount ?? '0'])
      found.get(id)!.push({ date: flow.date, amount: own, type: flow.type, isAssumed: false })
    }
  }
  for (const { id, amount, status, investmentDate: date } of holdings) {
    const own = found.get(id)!
    if (isPaidIn(status) && !own.some(({ type }) => isCall(type)))
      own.push({ date, amount, type: 'CAPITAL_CALL', isAssumed: true })
    own.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  }
  return { flows: found, notConverted }
}

const groupOf = ({ investorId, projectId }: Pick<OwnFlow, 'investorId' | 'projectId'>): string =>
  `${investorId} ${projectId}`

function sharingIn(holdings: readonly OwnHolding[], day: string): readonly OwnHolding[] {
  const paidIn = holdings.filter(({ status }) => isPaidIn(status))
  const byThen = paidIn.filter(({ investmentDate }) => investmentDate <= day)
  return byThen.length ? byThen : paidIn.length ? paidIn : holdings
}

export const paidInOf = (flows: readonly HoldingFlow[]): string =>
  sum(flows.filter(({ type }) => isCall(type)).map(({ amount }) => amount))
export const paidOutOf = (flows: readonly HoldingFlow[]): string =>
  sum(flows.filter(({ type }) => !isCall(type)).map(({ amount }) => amount))

/** What the investor has promised and not paid in yet; nothing after an exit. */
export function stillToPay({ amount, status }: Pick<OwnHolding, 'amount' | 'status'>, paidIn: string): string {
  const left = subtract(amount, paidIn)
  return statusClass(status) === 'EXITED' || compare(left, '0') < 0 ? '0.00' : left
}

/** As the investor's money moves: what is paid in is negative. */
export const asReceived = (flows: readonly HoldingFlow[]): DatedAmount[] =>
  flows.map((each) => ({ date: each.date, amount: isCall(each.type) ? subtract('0', each.amount) : each.amount }))
