import { compare, round } from '#schema/money/money.ts'
import { decimalPattern } from './decimal-pattern.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

/** A rate that would reach this bound only by rounding is shown with two decimals. */
const bound = '1000'

const pattern = perLocale((locale) =>
  decimalPattern(new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 })),
)

/** "12.5%". */
export function percent(rate: string): string {
  const digits = compare(rate, bound) < 0 && compare(round(rate, 1), bound) >= 0 ? 2 : 1
  return pattern().write(round(rate, digits))
}

/** "+12.5%". */
export const signedPercent = (rate: string): string => (compare(rate, '0') > 0 ? `+${percent(rate)}` : percent(rate))

/** "12.50%". */
export const exactPercent = (rate: string): string => pattern().write(rate)
