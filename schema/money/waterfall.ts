// How the proceeds of an exit are divided: the finance page's "Waterfall" (European, one class of capital).
import { add, compare, multiply, partialSum, quotient, round, subtract } from './money.ts'

export interface WaterfallTerms {
  /** What the investors get first on top of their capital, in percent a year, compounded yearly. */
  readonly preferred: string
  /** The manager's part of all profit, in percent, below 100. */
  readonly carry: string
}

/** Money with two decimals; the four tiers sum to the proceeds, and so do the two sides. */
export interface Waterfall {
  readonly capital: string
  readonly preferred: string
  /** All of it the manager's, until they have their part of the profit so far. */
  readonly catchUp: string
  /** Divided by the carry. */
  readonly rest: string
  readonly toInvestors: string
  readonly toManager: string
}

export const waterfallTiers = ['capital', 'preferred', 'catchUp', 'rest', 'toInvestors', 'toManager'] as const

const least = (a: string, b: string): string => (compare(a, b) < 0 ? a : b)

/** `years`: whole years. Each tier is paid in full before the next; rounded tier by tier. */
export function waterfallOf(
  { proceeds, capital, years }: { readonly proceeds: string; readonly capital: string; readonly years: number },
  terms: WaterfallTerms,
): Waterfall {
  let left = proceeds
  const pay = (due: string): string => {
    const paid = least(left, round(due))
    left = subtract(left, paid)
    return paid
  }
  const growth = partialSum(['1', quotient(terms.preferred, '100')])
  const grown = Array.from({ length: years }).reduce<string>((sum) => multiply(sum, growth), capital)
  const paidBack = pay(capital)
  const preferred = pay(partialSum([grown, `-${capital}`]))
  const catchUp = pay(quotient(multiply(preferred, terms.carry), partialSum(['100', `-${terms.carry}`])))
  const rest = round(left)
  const toManager = add(catchUp, round(quotient(multiply(rest, terms.carry), '100')))
  return { capital: paidBack, preferred, catchUp, rest, toInvestors: subtract(proceeds, toManager), toManager }
}
