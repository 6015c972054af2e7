import i18next from 'i18next'
import { decimalPattern } from '#web/ui/format/numbers/decimal-pattern.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'
import { isForex } from './market-data.ts'

const formatsOf = perLocale((locale) => {
  const decimals = (digits: number, signDisplay: 'auto' | 'exceptZero' = 'auto') =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay })
  return {
    price: { forex: fixed(decimals(4), 4), other: fixed(decimals(2), 2) },
    change: { forex: decimals(4, 'exceptZero'), other: decimals(2, 'exceptZero') },
    percent: new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'exceptZero',
    }),
    volume: decimalPattern(decimals(1)),
  }
})

const fixed = (format: Intl.NumberFormat, digits: number) => {
  const pattern = decimalPattern(format)
  return (price: number) => pattern.write(price.toFixed(digits))
}

const kindOf = (symbol: string) => (isForex(symbol) ? 'forex' : 'other')

export const quotePrice = (symbol: string, price: number): string => formatsOf().price[kindOf(symbol)](price)
export const quoteChange = (symbol: string, change: number): string => formatsOf().change[kindOf(symbol)].format(change)
export const quotePercent = (percent: number): string => formatsOf().percent.format(percent / 100)

const units = [
  { size: 1e9, suffix: () => i18next.t('common:units.billion') },
  { size: 1e6, suffix: () => i18next.t('common:units.million') },
  { size: 1e3, suffix: () => i18next.t('common:units.thousand') },
]
const plain = { size: 1, suffix: () => '' }

/** The units of amounts, because Intl's Hindi counts in lakh and crore. */
export function quoteVolume(volume: number): string {
  // After rounding, 999,950 is 1M.
  const { size, suffix } = units.find((each) => volume >= each.size * 0.999_95) ?? plain
  return formatsOf().volume.write((volume / size).toFixed(1).replace(/\.0$/, ''), suffix())
}
