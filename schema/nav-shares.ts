// A project's NAV is in the currency of the project. What was paid in with another currency has its share at the rate of
// the day of the investment; the share is worth so much in that currency at the rate of the day of the valuation.
import { type Convert, converterFor, type Rate } from './exchange.ts'
import { isPaidIn } from './investments.ts'
import { compare, divide, multiply, partialSum } from './money.ts'

/** Converts by the rates of a day. */
export type ConvertOn = (day: string) => Convert

/** Each day's rates are read once, and only when somebody asks for the day. */
export function convertersOf(rates: Iterable<Rate>): ConvertOn {
  let all: readonly Rate[] | undefined
  const made = new Map<string, Convert>()
  return (day) => {
    all ??= Array.from(rates, ({ fromCurrency, toCurrency, rate, date, source }) => ({
      fromCurrency,
      toCurrency,
      rate,
      date,
      source,
    }))
    const known = made.get(day) ?? converterFor(all, day)
    made.set(day, known)
    return known
  }
}

export interface Contribution {
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly investmentDate: string
}

/** What a holding has in the NAV's currency, unrounded; null when no rate of its day leads there. */
const contributionIn = (
  { amount, currency, investmentDate }: Omit<Contribution, 'status'>,
  navCurrency: string,
  on: ConvertOn,
): string | null =>
  currency === navCurrency ? amount : (on(investmentDate)(amount, currency, navCurrency)?.amount ?? null)

/** What is paid in to a project, in its currency and unrounded. Contributions without a rate are not in it. */
export const paidInTo = (
  holdings: Iterable<Contribution>,
  navCurrency: string,
  on: ConvertOn,
  until?: string,
): string => {
  const counted: string[] = []
  for (const each of holdings) {
    if (!isPaidIn(each.status) || (until !== undefined && each.investmentDate > until)) continue
    counted.push(contributionIn(each, navCurrency, on) ?? '0')
  }
  return partialSum(counted)
}

/** Whether a rate with which a holding has its share was more than a week old on its day. */
export const isShareStale = (
  { currency, investmentDate }: Pick<Contribution, 'currency' | 'investmentDate'>,
  { navCurrency, valuedOn }: Pick<Share, 'navCurrency' | 'valuedOn'>,
  on: ConvertOn,
): boolean =>
  currency !== navCurrency &&
  [on(investmentDate)('1', currency, navCurrency), on(valuedOn)('1', navCurrency, currency)].some(
    (converted) => converted?.isStale === true,
  )

interface Share {
  /** What the project is worth, and what was paid in for that; both in its currency. */
  readonly nav: string
  readonly paidIn: string
  readonly navCurrency: string
  readonly valuedOn: string
}

/**
 * Value / amount of a holding, six decimals: NAV / paid in, with the rates of the two days where the holding is in
 * another currency. Null when nothing is paid in, or a rate is missing.
 */
export function ratioOfHolding(
  { currency, investmentDate }: Pick<Contribution, 'currency' | 'investmentDate'>,
  { nav, paidIn, navCurrency, valuedOn }: Share,
  on: ConvertOn,
): string | null {
  if (compare(paidIn, '0') <= 0) return null
  if (currency === navCurrency) return divide(nav, paidIn, 6)
  const into = on(investmentDate)('1', currency, navCurrency)
  const back = on(valuedOn)('1', navCurrency, currency)
  return into && back && divide(multiply(multiply(nav, into.amount), back.amount), paidIn, 6)
}
