import { compare, round } from '#schema/money/money.ts'
import { decimalPattern } from './decimal-pattern.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

/** Rates stay below this bound: a rate that would reach it only by rounding is shown with its second decimal. */
const bound = '1000'

const pattern = perLocale((locale) =>
  decimalPattern(new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 })),
)

/** A rate in percent with one decimal: "12.5%". */
export function percent(rate: string): string {
  const digits = compare(rate, bound) < 0 && compare(round(rate, 1), bound) >= 0 ? 2 : 1
  return pattern().write(round(rate, digits))
}

/** A rate in percent with all its digits: "12.50%". */
export const exactPercent = (rate: string): string => pattern().write(rate)
