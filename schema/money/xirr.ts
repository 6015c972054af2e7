// The only place with floating-point money, because rates are found by iteration.
import { daysBetween } from './dates.ts'
import { compare, isZero, partialSum } from './money.ts'

/** Negative if paid, positive if received. */
export interface DatedAmount {
  readonly date: string
  readonly amount: string
}

/**
 * Never a guess. Rates are decimal strings with ten decimals; `nearest` is the one nearest to 10 %. ONE_SIGN: nothing
 * was paid, or nothing received. ONE_DAY: no time passed. NO_RATE: no rate fits.
 */
export type Xirr =
  | { readonly kind: 'ONE'; readonly rate: string }
  | { readonly kind: 'SEVERAL'; readonly rates: readonly string[]; readonly nearest: string }
  | { readonly kind: 'NONE'; readonly reason: 'ONE_SIGN' | 'ONE_DAY' | 'NO_RATE' }

/** x = log(1 + rate) of the lowest and highest rate. */
const [lowest, highest] = [Math.log(1 - 0.9999), Math.log(1 + 1e6) + 1e-12]
const typicalRate = 0.1
/** A minimum below this share of the terms touches zero. */
const touchTolerance = 1e-12

interface Term {
  readonly years: number
  readonly amount: number
}

type Series = readonly Term[]

/**
 * Formula (finance page, "XIRR"): the rates r > -1 with sum of CF / (1 + r) ^ ((d - d0) / 365) = 0, Act/365 fixed, d0 the
 * first day.
 */
export function xirrOf(flows: readonly DatedAmount[]): Xirr {
  if (!flows.some(({ amount }) => compare(amount, '0') > 0) || !flows.some(({ amount }) => compare(amount, '0') < 0))
    return { kind: 'NONE', reason: 'ONE_SIGN' }
  const series = seriesOf(flows)
  if (series.length < 2) return { kind: 'NONE', reason: 'ONE_DAY' }
  const rates = rootsOf(series).map((x) => Math.expm1(x))
  const [first] = rates
  if (first === undefined) return { kind: 'NONE', reason: 'NO_RATE' }
  if (rates.length === 1) return { kind: 'ONE', rate: textOf(first) }
  const nearest = rates.reduce((a, b) => (Math.abs(b - typicalRate) < Math.abs(a - typicalRate) ? b : a))
  return { kind: 'SEVERAL', rates: rates.map(textOf), nearest: textOf(nearest) }
}

const textOf = (rate: number): string => rate.toFixed(10)

/** Decimal addition gives exactly 0 for amounts that cancel out. */
function seriesOf(flows: readonly DatedAmount[]): Series {
  const days = [...Map.groupBy(flows, ({ date }) => date)]
    .map(([date, all]) => ({ date, amount: partialSum(all.map(({ amount }) => amount)) }))
    .filter(({ amount }) => !isZero(amount))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  return days.map(({ date, amount }) => ({ years: daysBetween(days[0]!.date, date) / 365, amount: Number(amount) }))
}

/** Both are scaled by one factor against overflow. */
function valueAt(series: Series, x: number): { readonly value: number; readonly size: number } {
  const anchor = (x < 0 ? series.at(-1) : series[0])!.years
  let [value, size] = [0, 0]
  for (const { years, amount } of series) {
    const term = amount * Math.exp((anchor - years) * x)
    value += term
    size += Math.abs(term)
  }
  return { value, size }
}

/**
 * In order. By Rolle's theorem at most one lies between two roots of the derivative; without a sign change there is
 * none (Descartes).
 */
function rootsOf(series: Series): number[] {
  const derived = derivativeOf(series)
  if (!derived) return []
  const f = (x: number) => valueAt(series, x).value
  const roots: number[] = []
  let [from, before] = [lowest, Math.sign(f(lowest))]
  let touched: { readonly x: number; readonly share: number } | null = null
  for (const x of rootsOf(derived)) {
    const { value, size } = valueAt(series, x)
    const share = Math.abs(value) / size
    if (share < touchTolerance) {
      if (!touched || share < touched.share) touched = { x, share }
    } else pass(x, Math.sign(value))
  }
  pass(highest, Math.sign(f(highest)))
  return roots

  function pass(to: number, after: number): void {
    if (before !== after) roots.push(brent(f, from, to))
    else if (touched) roots.push(touched.x)
    ;[from, before, touched] = [to, after, null]
  }
}

/**
 * The derivative of the series times exp(years of its term k * x), which has the same roots and one sign change less
 * (k is the last term before the first change). Null without a sign change.
 */
function derivativeOf(series: Series): Series | null {
  const k = series.findIndex(({ amount }, i) => i + 1 < series.length && amount > 0 !== series[i + 1]!.amount > 0)
  if (k < 0) return null
  const rest = series.toSpliced(k, 1).map(({ years, amount }) => ({
    years,
    amount: amount * (series[k]!.years - years),
  }))
  const largest = Math.max(...rest.map(({ amount }) => Math.abs(amount)))
  return rest.map(({ years, amount }) => ({ years, amount: amount / largest }))
}

/**
 * Brent's method (Algorithms for Minimization without Derivatives, 1973, chapter 4): f has different signs at both ends.
 */
function brent(f: (x: number) => number, start: number, end: number): number {
  let [a, b] = [start, end]
  let [fa, fb] = [f(a), f(b)]
  let [c, fc] = [a, fa]
  let step = b - a
  let previous = step
  for (let i = 0; i < 200; i++) {
    if (Math.abs(fc) < Math.abs(fb)) [a, b, c, fa, fb, fc] = [b, c, b, fb, fc, fb]
    const tolerance = 2 * Number.EPSILON * Math.abs(b) + 1e-15
    const half = (c - b) / 2
    if (Math.abs(half) <= tolerance || fb === 0) return b
    const guess = Math.abs(previous) >= tolerance && Math.abs(fa) > Math.abs(fb) ? interpolated() : null
    const isInside = guess !== null && guess * half > 0
    if (isInside && 2 * Math.abs(guess) < Math.min(3 * Math.abs(half) - tolerance, Math.abs(previous)))
      [previous, step] = [step, guess]
    else [previous, step] = [half, half]
    ;[a, fa] = [b, fb]
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance
    fb = f(b)
    if (fb > 0 === fc > 0) {
      ;[c, fc] = [a, fa]
      step = b - a
      previous = step
    }
  }
  return b

  function interpolated(): number {
    const s = fb / fa
    if (a === c) return (-s * (c - b)) / (1 - s)
    const [q, r] = [fa / fc, fb / fc]
    const [p, divisor] = [s * ((c - b) * q * (q - r) - (b - a) * (r - 1)), (q - 1) * (r - 1) * (s - 1)]
    return p === 0 ? 0 : -p / divisor
  }
}
