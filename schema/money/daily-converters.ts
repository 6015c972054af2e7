import { type Convert, converterFor, type Rate } from './exchange.ts'

export type ConvertOn = (day: string) => Convert

export function dailyConvertersOf(rates: Iterable<Rate>): ConvertOn {
  let copies: readonly Rate[] | undefined
  const converters = new Map<string, Convert>()
  return (day) => {
    copies ??= Array.from(rates, ({ fromCurrency, toCurrency, rate, date, source }) => ({
      fromCurrency,
      toCurrency,
      rate,
      date,
      source,
    }))
    const known = converters.get(day) ?? converterFor(copies, day)
    converters.set(day, known)
    return known
  }
}
