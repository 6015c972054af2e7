import { compare, round } from '#schema/money.ts'
import { perLocale } from './per-locale.ts'

/** Rates stay below this bound: a rate that would reach it only by rounding is shown with its second decimal. */
const bound = '1000'

const formatOf = (digits: number) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }))
const [oneDecimal, twoDecimals] = [formatOf(1), formatOf(2)]

/** A rate in percent with one decimal: "12.5%". */
export function percent(rate: string): string {
  const digits = compare(rate, bound) < 0 && compare(round(rate, 1), bound) >= 0 ? 2 : 1
  const format = digits === 2 ? twoDecimals() : oneDecimal()
  return `${format.format(round(rate, digits) as `${number}`)}%`
}
