// What a holding is worth, and by which rule: the product's "My Portfolio".
import { statusClass } from './enumerations.ts'
import { isPaidIn } from './investments.ts'
import { add, compare, multiply, round, subtract } from './money.ts'

/** Its share of the latest NAV; at cost while only committed; realised after an exit; an assumed growth, which is said. */
export type ValueRule = 'VALUATION' | 'COST' | 'REALISED' | 'ILLUSTRATIVE'

export interface Valuing {
  readonly amount: string
  readonly status: string
  /** Latest NAV / what is paid in to the project; null where that cannot be said. */
  readonly valueRatio: string | null
  readonly hasValuation: boolean
  /** What was paid out on this holding, in its own currency. */
  readonly received: string
}

export interface ValuedHolding {
  readonly value: string
  readonly rule: ValueRule
  /** Value and what was received, less the amount. */
  readonly gain: string
}

const assumedGrowth = '1.25'

function valueOf({ amount, status, valueRatio, hasValuation, received }: Valuing): Omit<ValuedHolding, 'gain'> {
  if (statusClass(status) === 'EXITED' && compare(received, '0') > 0) return { value: '0.00', rule: 'REALISED' }
  if (!hasValuation) return { value: round(multiply(amount, assumedGrowth)), rule: 'ILLUSTRATIVE' }
  return isPaidIn(status) && valueRatio !== null
    ? { value: round(multiply(amount, valueRatio)), rule: 'VALUATION' }
    : { value: round(amount), rule: 'COST' }
}

/** Money in and out in the holding's own currency, two decimals. */
export function valueHolding(holding: Valuing): ValuedHolding {
  const { value, rule } = valueOf(holding)
  return { value, rule, gain: subtract(add(value, holding.received), holding.amount) }
}
