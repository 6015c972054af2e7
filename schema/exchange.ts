// Amounts of one currency in another. A rate is "1 FROM = rate TO" of a day; a missing one is never 1.
import { multiply, quotient } from './money.ts'

export interface Rate {
  readonly fromCurrency: string
  readonly toCurrency: string
  readonly rate: string
  readonly date: string
  readonly source: string
}

export interface Converted {
  /** Unrounded: convert, add up, round once. */
  readonly amount: string
  /** A rate behind it is more than a week older than the day. */
  readonly isStale: boolean
}

/** Null where no rate leads from one currency to the other. */
export type Convert = (amount: string, from: string, to: string) => Converted | null

const bridge = 'USD'
const freshDays = 7

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

type Dated = Pick<Rate, 'date' | 'source'>
type Known = Dated & Pick<Rate, 'rate'>

/** Of two rates of a pair the later one; of one day the one that a person gave. */
const isBetter = (a: Dated, b: Dated): boolean =>
  a.date === b.date ? a.source === 'MANUAL' && b.source !== 'MANUAL' : a.date > b.date

/** Each rate is looked at once and not kept. Converts by the latest rates on or before the day: direct, else the inverse at full precision, else through USD. */
export function converterFor(rates: Iterable<Rate>, day: string): Convert {
  const best = new Map<string, Known>()
  for (const { fromCurrency, toCurrency, rate, date, source } of rates) {
    if (date > day) continue
    const pair = `${fromCurrency} ${toCurrency}`
    const known = best.get(pair)
    if (!known || isBetter({ date, source }, known)) best.set(pair, { rate, date, source })
  }
  const isStale = ({ date }: Known): boolean => dayNumber(day) - dayNumber(date) > freshDays

  function step(amount: string, from: string, to: string): Converted | null {
    if (from === to) return { amount, isStale: false }
    const direct = best.get(`${from} ${to}`)
    if (direct) return { amount: multiply(amount, direct.rate), isStale: isStale(direct) }
    const inverse = best.get(`${to} ${from}`)
    return inverse ? { amount: quotient(amount, inverse.rate), isStale: isStale(inverse) } : null
  }

  return (amount, from, to) => {
    const whole = step(amount, from, to)
    if (whole || from === bridge || to === bridge) return whole
    const half = step(amount, from, bridge)
    const rest = half && step(half.amount, bridge, to)
    return rest && { amount: rest.amount, isStale: rest.isStale || half.isStale }
  }
}
