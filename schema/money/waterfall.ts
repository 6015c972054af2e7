// Finance page, "Waterfall": European, one class of capital.
import { add, compare, multiply, partialSum, quotient, round, subtract } from './money.ts'

export interface WaterfallTerms {
  /** In percent a year, compounded yearly. */
  readonly preferred: string
  /** In percent, below 100. */
  readonly carry: string
}

/** Two decimals; the four tiers, and the two sides, add up to the proceeds. */
export interface Waterfall {
  readonly capital: string
  readonly preferred: string
  /** Until the manager has their share of the profit so far. */
  readonly catchUp: string
  /** Divided by the carry. */
  readonly rest: string
  readonly toInvestors: string
  readonly toManager: string
}

export const waterfallTiers = ['capital', 'preferred', 'catchUp', 'rest', 'toInvestors', 'toManager'] as const

const min = (a: string, b: string): string => (compare(a, b) < 0 ? a : b)

/** Whole years. Each tier is paid in full before the next and rounded on its own. */
export function waterfallOf(
  { proceeds, capital, years }: { readonly proceeds: string; readonly capital: string; readonly years: number },
  terms: WaterfallTerms,
): Waterfall {
  let remaining = proceeds
  const pay = (due: string): string => {
    const paid = min(remaining, round(due))
    remaining = subtract(remaining, paid)
    return paid
  }
  const growth = partialSum(['1', quotient(terms.preferred, '100')])
  const grown = Array.from({ length: years }).reduce<string>((sum) => multiply(sum, growth), capital)
  const paidBack = pay(capital)
  const preferred = pay(partialSum([grown, `-${capital}`]))
  const catchUp = pay(quotient(multiply(preferred, terms.carry), partialSum(['100', `-${terms.carry}`])))
  const rest = round(remaining)
  const toManager = add(catchUp, round(quotient(multiply(rest, terms.carry), '100')))
  return { capital: paidBack, preferred, catchUp, rest, toInvestors: subtract(proceeds, toManager), toManager }
}
