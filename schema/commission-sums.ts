// What a firm owes its referral contacts and has paid them, in the currency that the person reads.
import { type CommissionState, commissionState, commissionStates } from './commissions.ts'
import { counting, type LeftOut } from './counting.ts'
import type { Exchange } from './exchange.ts'
import { partialSum, sum } from './money.ts'
import type { Row } from './registry.ts'
import { rowsPerStep } from './walk.ts'

type Commission = Row<'commissions'>

export interface CommissionSum {
  readonly count: number
  readonly amount: string
}

export interface CommissionSums {
  readonly currency: string
  readonly of: Readonly<Record<CommissionState, CommissionSum>>
  readonly leftOut: LeftOut
}

/** Converted, added up and rounded once; what cannot be converted is counted, and named as left out of the amount. */
export function* commissionSumsOf(
  commissions: Iterable<Commission>,
  exchange: Exchange,
  today: string,
  nameOf: (commission: Commission) => string,
): Generator<undefined, CommissionSums> {
  const { count, leftOut } = counting(exchange)
  const counts = { OVERDUE: 0, DUE: 0, PAID: 0 }
  const amounts = { OVERDUE: '0', DUE: '0', PAID: '0' }
  let rows = 0
  for (const commission of commissions) {
    if (++rows % rowsPerStep === 0) yield
    const state = commissionState(commission, today)
    counts[state]++
    const converted = count(commission.amount, commission.currency, () => nameOf(commission))
    if (converted !== null) amounts[state] = partialSum([amounts[state], converted])
  }
  const of = Object.fromEntries(
    commissionStates.map((state) => [state, { count: counts[state], amount: sum([amounts[state]]) }]),
  ) as CommissionSums['of']
  return { currency: exchange.currency, of, leftOut: leftOut() }
}
