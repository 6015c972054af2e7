// Amounts are decimal strings and never become JavaScript numbers; rounding is half-up.
import i18next from 'i18next'
import { compare, divide, isZero, round } from '#schema/money/money.ts'
import { type DecimalPattern, decimalPattern } from './decimal-pattern.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

interface Unit {
  readonly suffix: () => string
  readonly size: string
}

const plain: Unit = { suffix: () => '', size: '1' }
const thousand: Unit = { suffix: perLocale(() => i18next.t('common:units.thousand')), size: '1000' }
const million: Unit = { suffix: perLocale(() => i18next.t('common:units.million')), size: '1000000' }
const billion: Unit = { suffix: perLocale(() => i18next.t('common:units.billion')), size: '1000000000' }

const formatsOf = perLocale((locale) => {
  const cache = new Map<string, { readonly format: Intl.NumberFormat; readonly pattern: DecimalPattern }>()
  return (currency: string, digits: number, useGrouping: boolean) => {
    const key = `${currency}${digits}${useGrouping}`
    const found = cache.get(key)
    if (found) return found
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping,
    })
    const entry = { format, pattern: decimalPattern(format) }
    cache.set(key, entry)
    return entry
  }
})

const print = (amount: string, currency: string, digits: number, grouping: boolean, unit = ''): string =>
  formatsOf()(currency, digits, grouping).pattern.write(amount, unit)

/** The smallest unit that stays below 1000 after rounding: 999,950 is 1.0M, not 1000.0K. */
function abbreviate(amount: string, currency: string, units: readonly Unit[], trim: boolean): string {
  const largest = units.at(-1)!
  for (const unit of units) {
    const digits = unit === plain ? 0 : 1
    const scaled = divide(amount, unit.size, digits)!
    const magnitude = scaled.replace('-', '')
    if (unit !== largest && compare(magnitude, '1000') >= 0) continue
    const isTrimmed = trim && unit === thousand && scaled.endsWith('.0')
    const sign = unit.suffix()
    return isTrimmed
      ? print(scaled.slice(0, -2), currency, 0, false, sign)
      : print(scaled, currency, digits, false, sign)
  }
  return print(round(amount, 0), currency, 0, true)
}

/** K, M and B with one decimal; no decimals below 1000. */
export const moneyToBillions = (amount: string, currency: string): string =>
  abbreviate(amount, currency, [plain, thousand, million, billion], false)

export const moneyToMillions = (amount: string, currency: string): string =>
  abbreviate(amount, currency, [plain, thousand, million], false)

/** M with one decimal; K with one decimal unless it is zero. */
export const shortMoney = (amount: string, currency: string): string =>
  abbreviate(amount, currency, [plain, thousand, million], true)

/** Without decimals. Most amounts have no cents and need no rounding. */
export const wholeMoney = (amount: string, currency: string): string =>
  print(amount.endsWith('.00') ? amount.slice(0, -3) : round(amount, 0), currency, 0, true)

/** Marks partly converted amounts; zero needs no mark. */
export const approximately =
  (write: (amount: string, currency: string) => string, isAbout: boolean): typeof write =>
  (amount, currency) =>
    isAbout && !isZero(amount) ? `≈ ${write(amount, currency)}` : write(amount, currency)

export const exactMoney = (amount: string, currency: string): string => print(round(amount, 2), currency, 2, true)

/** "+$30,000.00". */
export const signedMoney = (amount: string, currency: string): string =>
  compare(amount, '0') > 0 ? `+${exactMoney(amount, currency)}` : exactMoney(amount, currency)

const maxAxisDigits = 4

/** K, M and B with as many decimals as steps of this size need. */
export function axisMoney(amount: string, currency: string, step: number): string {
  const magnitude = Math.abs(Number(amount))
  const unit = [billion, million, thousand].find(({ size }) => magnitude >= Number(size)) ?? plain
  const decimals = String(Number((step / Number(unit.size)).toPrecision(3))).split('.')[1] ?? ''
  const digits = Math.min(decimals.length, maxAxisDigits)
  return print(divide(amount, unit.size, digits)!, currency, digits, false, unit.suffix())
}

export const currencySign = (currency: string): string =>
  formatsOf()(currency, 0, false)
    .format.formatToParts(0)
    .find(({ type }) => type === 'currency')!.value

export const currencyUnits = (currency: string): readonly string[] => [currencySign(currency), currency]
