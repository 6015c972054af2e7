// "1 FROM = rate TO" on a day; a missing rate never counts as 1.
import { daysBetween } from './dates.ts'
import { compare, difference, isZero, multiply, quotient } from './money.ts'

export interface Rate {
  readonly fromCurrency: string
  readonly toCurrency: string
  readonly rate: string
  readonly date: string
  readonly source: string
}

export interface Converted {
  /** Unrounded: convert, add up, then round once. */
  readonly amount: string
  /** A rate is more than a week older than the day. */
  readonly isStale: boolean
}

/** Null without a rate. */
export type Convert = (amount: string, from: string, to: string) => Converted | null

export interface Exchange {
  readonly currency: string
  readonly convert: Convert
}

export const isConversion = (amount: string, from: string, to: string): boolean => from !== to && !isZero(amount)

export const convertByEither =
  (first: Convert, second: Convert): Convert =>
  (amount, from, to) =>
    first(amount, from, to) ?? second(amount, from, to)

const bridge = 'USD'
const freshDays = 7

type DatedRate = Pick<Rate, 'date' | 'source'>
type KnownRate = DatedRate & Pick<Rate, 'rate'>

/** On the same day a manually entered rate wins. */
const isBetter = (a: DatedRate, b: DatedRate): boolean =>
  a.date === b.date ? a.source === 'MANUAL' && b.source !== 'MANUAL' : a.date > b.date

/** The latest rates on or before the day: direct, else the inverse at full precision, else through USD. */
export function converterFor(rates: Iterable<Rate>, day: string): Convert {
  const best = new Map<string, KnownRate>()
  for (const { fromCurrency, toCurrency, rate, date, source } of rates) {
    if (date > day) continue
    const pair = `${fromCurrency} ${toCurrency}`
    const known = best.get(pair)
    if (!known || isBetter({ date, source }, known)) best.set(pair, { rate, date, source })
  }
  const isStale = ({ date }: KnownRate): boolean => daysBetween(date, day) > freshDays

  function step(amount: string, from: string, to: string): Converted | null {
    if (from === to) return { amount, isStale: false }
    const direct = best.get(`${from} ${to}`)
    if (direct) return { amount: multiply(amount, direct.rate), isStale: isStale(direct) }
    const inverse = best.get(`${to} ${from}`)
    return inverse ? { amount: quotient(amount, inverse.rate), isStale: isStale(inverse) } : null
  }

  return (amount, from, to) => {
    const direct = step(amount, from, to)
    if (direct || from === bridge || to === bridge) return direct
    const half = step(amount, from, bridge)
    const rest = half && step(half.amount, bridge, to)
    return rest && { amount: rest.amount, isStale: rest.isStale || half.isStale }
  }
}

const maxChange = '0.2'

/** Over 20 % off: a possible typing error. */
export const isFarFrom = (rate: string, known: string): boolean => {
  const change = difference(quotient(rate, known), '1')
  return compare(change, maxChange) > 0 || compare(change, `-${maxChange}`) < 0
}
