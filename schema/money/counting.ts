// Amounts that a total could not count, because no rate leads from their currency. They are listed by name, never
// silently dropped.
import { type Exchange, isConversion } from './exchange.ts'

export interface LeftOut {
  readonly names: readonly string[]
  /** The currencies from which no rate leads. */
  readonly currencies: readonly string[]
  /** Whether a part of the total was converted. */
  readonly isConverted: boolean
  /** Whether a rate behind the total is more than a week old. */
  readonly isStale: boolean
}

export interface Counting {
  /** The unrounded amount in the exchange's currency; null when it is left out. */
  readonly count: (amount: string, currency: string, nameOf: () => string) => string | null
  /** Names what could not be counted as it should, for want of a rate from its currency. */
  readonly miss: (currency: string, nameOf: () => string) => void
  readonly leftOut: () => LeftOut
}

export function counting({ convert, currency: target }: Exchange): Counting {
  const names = new Set<string>()
  const currencies = new Set<string>()
  let [isConverted, isStale] = [false, false]
  const miss: Counting['miss'] = (currency, nameOf) => {
    names.add(`${nameOf()} (${currency})`)
    currencies.add(currency)
  }
  return {
    miss,
    count(amount, from, nameOf) {
      if (from === target) return amount
      const converted = convert(amount, from, target)
      if (converted) {
        isConverted ||= isConversion(amount, from, target)
        isStale ||= converted.isStale
      } else miss(from, nameOf)
      return converted?.amount ?? null
    },
    leftOut: () => ({ names: [...names], currencies: [...currencies], isConverted, isStale }),
  }
}
