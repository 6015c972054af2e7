// What a holding is worth, and by which rule: the product's "My Portfolio".
import { statusClass } from './enumerations.ts'
import { isPaidIn } from './investments.ts'
import { add, compare, multiply, round, subtract } from './money.ts'

/**
 * VALUATION: its share of the latest NAV. COST: the amount, while only committed. REALISED: 0 after an exit with
 * payments. ILLUSTRATIVE: an assumed growth, which the screen labels as such.
 */
export type ValueRule = 'VALUATION' | 'COST' | 'REALISED' | 'ILLUSTRATIVE'

export interface Valuing {
  readonly amount: string
  readonly status: string
  /** Latest NAV / amount paid in to the project; null when there is none to compute it from. */
  readonly valueRatio: string | null
  readonly hasValuation: boolean
  /** The sum paid out on this holding, in its own currency. */
  readonly received: string
}

export interface ValuedHolding {
  readonly value: string
  readonly rule: ValueRule
  /** Value plus received, minus the amount. */
  readonly gain: string
}

/** What a holding has grown by as long as its project has no valuation: illustrative, and said to be so. */
export const assumedGrowth = '1.25'

function valueOf({ amount, status, valueRatio, hasValuation, received }: Valuing): Omit<ValuedHolding, 'gain'> {
  if (statusClass(status) === 'EXITED' && compare(received, '0') > 0) return { value: '0.00', rule: 'REALISED' }
  if (!hasValuation) return { value: round(multiply(amount, assumedGrowth)), rule: 'ILLUSTRATIVE' }
  return isPaidIn(status) && valueRatio !== null
    ? { value: round(multiply(amount, valueRatio)), rule: 'VALUATION' }
    : { value: round(amount), rule: 'COST' }
}

/** Whether a holding is over without a payment from its exit: it keeps the value of the other rules. */
export const isExitUnpaid = (status: string, rule: ValueRule): boolean =>
  statusClass(status) === 'EXITED' && rule !== 'REALISED'

/** Money in and out in the holding's own currency, two decimals. */
export function valueHolding(holding: Valuing): ValuedHolding {
  const { value, rule } = valueOf(holding)
  return { value, rule, gain: subtract(add(value, holding.received), holding.amount) }
}
