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
    volume: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
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
export const quoteVolume = (volume: number): string => formatsOf().volume.format(volume)
