import { decimalPattern } from './decimal-pattern.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const pattern = perLocale((locale) => decimalPattern(new Intl.NumberFormat(locale)))

/** "1,250.500000". */
export const exactDecimal = (decimal: string): string => pattern().write(decimal)

export const decimalSeparators = perLocale((locale) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345_678.9)
  const textOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)!.value
  return { group: textOf('group'), point: textOf('decimal') }
})
