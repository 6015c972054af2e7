// The yearly rate at which dated payments are worth nothing together. The only place where money becomes a floating
// point number: a rate is found by trying, and no amount comes back from it.

/** What an investor paid (negative) or received (positive) on a calendar day; money as a decimal string. */
export interface DatedAmount {
  readonly date: string
  readonly amount: string
}

/**
 * There may be one rate, several, or none, and the result says which: it never stands in with a guess or 0. Rates are
 * decimal strings with ten decimals, 0.1 for ten percent a year. Of several, `nearest` is the one nearest to 10 %.
 * ONE_SIGN: nothing was paid, or nothing came back. ONE_DAY: no time passed between the amounts. NO_RATE: no rate fits.
 */
export type Xirr =
  | { readonly kind: 'ONE'; readonly rate: string }
  | { readonly kind: 'SEVERAL'; readonly rates: readonly string[]; readonly nearest: string }
  | { readonly kind: 'NONE'; readonly reason: 'ONE_SIGN' | 'ONE_DAY' | 'NO_RATE' }

/** Rates between -99.99 % and a million times are looked for, in even steps of log(1 + rate). */
const [lowest, highest, steps] = [Math.log(1 - 0.9999), Math.log(1 + 1e6), 4_000]
const usual = 0.1

interface Term {
  readonly years: number
  readonly amount: number
}

/**
 * Formula (finance page, "XIRR"): the rates r > -1 with sum of CF / (1 + r) ^ ((d - d0) / 365) = 0, Act/365 fixed, d0 the
 * first day.
 */
export function xirrOf(flows: readonly DatedAmount[]): Xirr {
  const terms = termsOf(flows)
  if (!terms.some(({ amount }) => amount > 0) || !terms.some(({ amount }) => amount < 0))
    return { kind: 'NONE', reason: 'ONE_SIGN' }
  const span = Math.max(...terms.map(({ years }) => years))
  if (span === 0) return { kind: 'NONE', reason: 'ONE_DAY' }
  const rates = rootsOf((x) => valueAt(terms, span, x)).map((x) => Math.expm1(x))
  const [first] = rates
  if (first === undefined) return { kind: 'NONE', reason: 'NO_RATE' }
  if (rates.length === 1) return { kind: 'ONE', rate: textOf(first) }
  const nearest = rates.reduce((a, b) => (Math.abs(b - usual) < Math.abs(a - usual) ? b : a))
  return { kind: 'SEVERAL', rates: rates.map(textOf), nearest: textOf(nearest) }
}

const textOf = (rate: number): string => rate.toFixed(10)

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

function termsOf(flows: readonly DatedAmount[]): Term[] {
  const days = flows.map(({ date }) => dayNumber(date))
  const first = Math.min(...days)
  return flows.map(({ amount }, i) => ({ years: (days[i]! - first) / 365, amount: Number(amount) }))
}

/** The present value at x = log(1 + rate), scaled so that no power grows beyond what a number holds. */
function valueAt(terms: readonly Term[], span: number, x: number): number {
  const scale = x < 0 ? span : 0
  return terms.reduce((sum, { years, amount }) => sum + amount * Math.exp((scale - years) * x), 0)
}

/** Where the function changes its sign, from the lowest to the highest. */
function rootsOf(f: (x: number) => number): number[] {
  const roots: number[] = []
  let [from, before] = [lowest, f(lowest)]
  if (before === 0) roots.push(from)
  for (let i = 1; i <= steps; i++) {
    const to = lowest + ((highest - lowest) * i) / steps
    const after = f(to)
    if (after === 0) roots.push(to)
    else if (before !== 0 && before < 0 !== after < 0) roots.push(brent(f, from, to))
    ;[from, before] = [to, after]
  }
  return roots
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
    if (guess !== null && 2 * Math.abs(guess) < Math.min(3 * Math.abs(half) - tolerance, Math.abs(previous)))
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

  /** How far a line through two points, or a curve through three, would go from b. */
  function interpolated(): number {
    const s = fb / fa
    if (a === c) return (s * (c - b)) / (1 - s)
    const [q, r] = [fa / fc, fb / fc]
    const [p, divisor] = [s * ((c - b) * q * (q - r) - (b - a) * (r - 1)), (q - 1) * (r - 1) * (s - 1)]
    return p === 0 ? 0 : -p / divisor
  }
}
