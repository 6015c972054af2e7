// Amounts without an exchange rate are listed.
import { type Exchange, isConversion } from './exchange.ts'

export interface LeftOut {
  readonly names: readonly string[]
  readonly currencies: readonly string[]
  readonly isConverted: boolean
  /** A rate is more than a week old. */
  readonly isStale: boolean
}

export interface Conversions {
  /** Unrounded; null if left out. */
  readonly convert: (amount: string, currency: string, nameOf: () => string) => string | null
  readonly addLeftOut: (currency: string, nameOf: () => string) => void
  readonly leftOut: () => LeftOut
}

export function trackConversions({ convert, currency: target }: Exchange): Conversions {
  const names = new Set<string>()
  const currencies = new Set<string>()
  let [isConverted, isStale] = [false, false]
  const addLeftOut: Conversions['addLeftOut'] = (currency, nameOf) => {
    names.add(`${nameOf()} (${currency})`)
    currencies.add(currency)
  }
  return {
    addLeftOut,
    convert(amount, from, nameOf) {
      if (from === target) return amount
      const converted = convert(amount, from, target)
      if (converted) {
        isConverted ||= isConversion(amount, from, target)
        isStale ||= converted.isStale
      } else addLeftOut(from, nameOf)
      return converted?.amount ?? null
    },
    leftOut: () => ({ names: [...names], currencies: [...currencies], isConverted, isStale }),
  }
}
