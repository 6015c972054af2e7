// Rates by day: each amount is converted by the rates of its own day.
import { type Convert, converterFor, type Rate } from './exchange.ts'

/** Converts by the rates of a day. */
export type ConvertOn = (day: string) => Convert

/** Each day's rates are read once, and only when somebody asks for the day. */
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
