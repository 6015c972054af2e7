// Amounts that a total could not count, because no rate leads from their currency. They are listed by name, never
// silently dropped.
import type { Exchange } from './use-exchange.ts'

export interface LeftOut {
  readonly names: readonly string[]
  /** Whether a rate behind the total is more than a week old. */
  readonly isStale: boolean
}

export interface Counting {
  /** The unrounded amount in the person's currency; null when it is left out. */
  readonly count: (amount: string, currency: string, nameOf: () => string) => string | null
  readonly leftOut: () => LeftOut
}

export function counting({ convert, currency }: Exchange): Counting {
  const names = new Set<string>()
  let isStale = false
  return {
    count(amount, from, nameOf) {
      if (from === currency) return amount
      const converted = convert(amount, from, currency)
      if (!converted) names.add(`${nameOf()} (${from})`)
      else isStale ||= converted.isStale
      return converted?.amount ?? null
    },
    leftOut: () => ({ names: [...names], isStale }),
  }
}
