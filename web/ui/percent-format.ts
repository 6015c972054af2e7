import { round } from '#schema/money.ts'
import { locale } from '#web/i18n/locale.ts'

/** A rate in percent with one decimal: "12.5%". */
export function percent(rate: string): string {
  const format = new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${format.format(round(rate, 1) as `${number}`)}%`
}
