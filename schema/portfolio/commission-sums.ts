import { type CommissionState, commissionState, commissionStates } from '#schema/entities/commissions/entity.ts'
import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import { partialSum, sum } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

type Commission = Pick<Row<'commissions'>, 'amount' | 'currency' | 'dueDate' | 'paidDate'>

export interface CommissionSum {
  readonly count: number
  readonly amount: string
  readonly isConverted: boolean
}

export interface CommissionSums {
  readonly currency: string
  readonly byState: Readonly<Record<CommissionState, CommissionSum>>
  readonly leftOut: LeftOut
}

/** Converted unrounded, rounded once; amounts without a rate are left out. */
export function* commissionSumsOf<Of extends Commission>(
  commissions: Iterable<Of>,
  exchange: Exchange,
  today: string,
  nameOf: (commission: Of) => string,
): Generator<undefined, CommissionSums> {
  const { convert, leftOut } = trackConversions(exchange)
  const counts = { OVERDUE: 0, DUE: 0, PAID: 0 }
  const amounts = { OVERDUE: '0', DUE: '0', PAID: '0' }
  const isConverted = { OVERDUE: false, DUE: false, PAID: false }
  let rows = 0
  for (const commission of commissions) {
    if (++rows % rowsPerStep === 0) yield
    const state = commissionState(commission, today)
    counts[state]++
    const converted = convert(commission.amount, commission.currency, () => nameOf(commission))
    if (converted === null) continue
    amounts[state] = partialSum([amounts[state], converted])
    isConverted[state] ||= isConversion(commission.amount, commission.currency, exchange.currency)
  }
  const byState = Object.fromEntries(
    commissionStates.map((state) => [
      state,
      { count: counts[state], amount: sum([amounts[state]]), isConverted: isConverted[state] },
    ]),
  ) as CommissionSums['byState']
  return { currency: exchange.currency, byState, leftOut: leftOut() }
}
