import { type Convert, converterFor, type Rate } from './exchange.ts'

export type ConvertOn = (day: string) => Convert

/** Reads each day's rates once, on demand. */
export function convertersOf(rates: Iterable<Rate>): ConvertOn {
  let all: readonly Rate[] | undefined
  const made = new Map<string, Convert>()
  return (day) => {
    all ??= Array.from(rates, ({ fromCurrency, toCurrency, rate, date, source }) => ({
      fromCurrency,
      toCurrency,
      rate,
      date,
      source,
    }))
    const known = made.get(day) ?? converterFor(all, day)
    made.set(day, known)
    return known
  }
}
