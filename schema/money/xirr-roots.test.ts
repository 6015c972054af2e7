// Compares 3,000 series with interval bisection, in fixed point of 60 digits where floating point cannot decide.
import { describe, expect, it } from 'vitest'
import { type DatedAmount, xirrOf } from './xirr.ts'

const seriesPerFamily = 500
const [lowest, highest] = [Math.log(1e-4), Math.log(1e6 + 1)]

interface Flow {
  readonly day: number
  readonly cents: bigint
}

const digits = 200n
const one = 1n << digits
const toFixedPoint = (w: number): bigint => BigInt(Math.round(w * 2 ** 52)) << (digits - 52n)

function power(w: bigint, exponent: number): bigint {
  let [result, square] = [one, w]
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2) result = (result * square) >> digits
    square = (square * square) >> digits
  }
  return result
}

function exactAt(flows: readonly Flow[], x: number): { readonly sign: number; readonly share: number } {
  const w = toFixedPoint(Math.exp(-x / 365))
  let [value, size] = [0n, 0n]
  for (const { day, cents } of flows) {
    const term = cents * power(w, day)
    value += term
    size += term < 0n ? -term : term
  }
  const magnitude = value < 0n ? -value : value
  return { sign: value > 0n ? 1 : value < 0n ? -1 : 0, share: Number((magnitude * 10n ** 30n) / size) / 1e30 }
}

function boundsOf(flows: readonly Flow[], order: number, from: number, to: number): readonly [number, number] {
  const anchor = flows[from + to < 0 ? flows.length - 1 : 0]!.day / 365
  let [low, high, size] = [0, 0, 0]
  for (const { day, cents } of flows) {
    const years = day / 365
    const factor = Number(cents) * (anchor - years) ** order
    const [a, b] = [factor * Math.exp((anchor - years) * from), factor * Math.exp((anchor - years) * to)]
    low += Math.min(a, b)
    high += Math.max(a, b)
    size += Math.max(Math.abs(a), Math.abs(b))
  }
  const margin = 1e-11 * size
  return [low - margin, high + margin]
}

const excludesZero = ([low, high]: readonly [number, number]): boolean => low > 0 || high < 0

function bisect(from: number, to: number, signAt: (x: number) => number): number {
  const start = signAt(from)
  let [a, b] = [from, to]
  for (let i = 0; i < 70; i++) {
    const middle = (a + b) / 2
    if (signAt(middle) === start) a = middle
    else b = middle
  }
  return (a + b) / 2
}

interface Solved {
  readonly roots: readonly number[]
  /** Whether the case is too close to call: a minimum as large as the tolerance, or a root at the bound. */
  readonly isDoubtful: boolean
}

function solve(flows: readonly Flow[]): Solved {
  const roots: number[] = []
  const touching: number[] = []
  let isDoubtful = false
  const signAt = (x: number): number => exactAt(flows, x).sign
  const crossing = (from: number, to: number) => {
    if (signAt(from) !== signAt(to)) roots.push(refineRoot(from, to))
  }
  /** Found with floating point numbers, and confirmed by the exact sign on both sides; else found by the exact sign. */
  const refineRoot = (from: number, to: number): number => {
    const signByFloats = (x: number): number => {
      const [low, high] = boundsOf(flows, 0, x, x)
      return Math.sign(low + high)
    }
    const root = bisect(from, to, signByFloats)
    const [left, right] = [Math.max(from, root - 1e-11), Math.min(to, root + 1e-11)]
    return signAt(left) !== signAt(right) ? root : bisect(from, to, signAt)
  }
  const search = (from: number, to: number): void => {
    if (excludesZero(boundsOf(flows, 0, from, to))) return
    if (excludesZero(boundsOf(flows, 1, from, to))) return crossing(from, to)
    if (to - from < 1e-3 && excludesZero(boundsOf(flows, 2, from, to))) return extremum(from, to)
    if (to - from < 1e-9) {
      isDoubtful = true
      return
    }
    const middle = from + (to - from) * 0.4987
    search(from, middle)
    search(middle, to)
  }
  const extremum = (from: number, to: number): void => {
    const slope = (x: number): number => {
      const [low, high] = boundsOf(flows, 1, x, x)
      return Math.sign(low + high)
    }
    if (slope(from) === slope(to)) return crossing(from, to)
    const x = bisect(from, to, slope)
    const { share } = exactAt(flows, x)
    if (share > 2e-13 && share < 5e-12) isDoubtful = true
    if (share < 1e-12) {
      touching.push(x)
      return
    }
    crossing(from, x)
    crossing(x, to)
  }
  if (flows.length > 1) search(lowest, highest)
  const distinctRoots = roots.filter((x) => touching.every((each) => Math.abs(each - x) > 1e-5))
  const all = [...distinctRoots, ...touching].toSorted((a, b) => a - b)
  if (all.some((x) => x - lowest < 1e-9 || highest - x < 1e-9)) isDoubtful = true
  return { roots: all, isDoubtful }
}

type Random = () => number

function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
const centsUpTo = (random: Random, digitsAtMost = 15): bigint =>
  BigInt(Math.max(1, Math.floor(10 ** (random() * digitsAtMost))))
const signed = (random: Random, cents: bigint): bigint => (random() < 0.5 ? -cents : cents)

function fromGrowths(random: Random, growths: readonly number[], scale: number): Flow[] {
  let terms = [1]
  for (const growth of growths)
    terms = Array.from({ length: terms.length + 1 }, (_, i) => (terms[i] ?? 0) - growth * (terms[i - 1] ?? 0))
  const step = 365 * between(random, 1, 3)
  const sign = random() < 0.5 ? -1 : 1
  return terms.map((each, i) => ({ day: i * step, cents: BigInt(Math.round(sign * each * scale)) }))
}

const families: Readonly<Record<string, (random: Random) => Flow[]>> = {
  'random amounts on random days': (random) =>
    Array.from({ length: between(random, 2, 12) }, () => ({
      day: between(random, 0, 10 ** between(random, 1, 4)),
      cents: signed(random, centsUpTo(random)),
    })),
  'many changes of sign': (random) =>
    Array.from({ length: between(random, 10, 40) }, (_, i) => ({
      day: i * 91 + between(random, 0, 90),
      cents: (i % 2 ? 1n : -1n) * BigInt(between(random, 1_000_000, 9_000_000)),
    })),
  'touching roots': (random) => {
    // Squares of whole cents, so that the roots touch exactly.
    const [a, b] = [BigInt(between(random, 10, 90_000)), BigInt(between(random, 10, 90_000))]
    const step = 365 * between(random, 1, 4)
    const square = [a * a, -2n * a * b, b * b]
    const shift = random() < 0.5 ? [1n] : [1n, 0n, BigInt(between(random, 1, 9))]
    return Array.from({ length: 5 }, (_, i) => ({
      day: i * step,
      cents: shift.reduce((sum, each, at) => sum + each * (square[i - at] ?? 0n), 0n),
    }))
  },
  'close roots': (random) => {
    const growth = 0.5 + random() * 1.5
    const distinctRoots = 10 ** (-2 - 2 * random())
    const more = random() < 0.3 ? [0.3 + random() * 0.1] : []
    return fromGrowths(random, [growth, growth + distinctRoots, ...more], 10 ** (12 + random()))
  },
  'three roots': (random) =>
    fromGrowths(random, [0.2 + random(), 1.3 + random(), 2.4 + random() * 5], 10 ** (8 + 4 * random())),
  'days that net to zero, though not in binary': (random) => {
    const flows: Flow[] = [
      { day: 400, cents: -10_000_000n },
      { day: 400 + between(random, 30, 9000), cents: centsUpTo(random, 10) },
    ]
    for (const day of [0, between(random, 500, 9000)]) {
      const [a, b] = [centsUpTo(random), centsUpTo(random)]
      flows.push({ day, cents: a }, { day, cents: b }, { day, cents: -a - b })
    }
    return flows
  },
}

const first = Date.UTC(1990, 0, 1)
const dateOf = (day: number): string => new Date(first + day * 86_400_000).toISOString().slice(0, 10)
const moneyOf = (cents: bigint): string => {
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

function netByDay(flows: readonly Flow[]): Flow[] {
  const sums = new Map<number, bigint>()
  for (const { day, cents } of flows) sums.set(day, (sums.get(day) ?? 0n) + cents)
  const days = [...sums].filter(([, cents]) => cents !== 0n).toSorted(([a], [b]) => a - b)
  return days.map(([day, cents]) => ({ day: day - days[0]![0], cents }))
}

function ratesFound(flows: readonly Flow[]): readonly number[] {
  const given: DatedAmount[] = flows.map(({ day, cents }) => ({ date: dateOf(day), amount: moneyOf(cents) }))
  const found = xirrOf(given)
  return found.kind === 'NONE' ? [] : (found.kind === 'ONE' ? [found.rate] : found.rates).map(Number)
}

describe('every rate is found, and no other', () => {
  it.each(Object.entries(families))('of %s', (_, make) => {
    const random = createRandom(20_261_124)
    const wrong: string[] = []
    let doubtful = 0
    for (let i = 0; i < seriesPerFamily; i++) {
      const flows = make(random)
      const { roots, isDoubtful } = solve(netByDay(flows))
      if (isDoubtful) {
        doubtful++
        continue
      }
      const [wanted, found] = [roots.map((x) => Math.expm1(x)), ratesFound(flows)]
      const isNear = (rate: number, at: number) => Math.abs(found[at]! - rate) < 1e-9 * Math.max(1, 1 + rate)
      if (found.length !== wanted.length || !wanted.every(isNear))
        wrong.push(JSON.stringify({ flows: flows.map(({ day, cents }) => [day, String(cents)]), wanted, found }))
    }
    expect(wrong).toEqual([])
    expect(doubtful).toBeLessThan(seriesPerFamily / 50)
  })
})
