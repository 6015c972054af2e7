// Money and percentages are decimal strings; only this file computes with them.
import Big from 'big.js'

Big.DP = 40
Big.RM = Big.roundHalfUp

type ParsedDecimal = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string }

/**
 * "1000" -> "1000.00". Reasons are keys of issues.ts: `decimal` (not plain), `decimals` (too many), `digits` (above the
 * precision), `low`, `high`, `above`.
 */
export function fixDecimal(
  input: string,
  precision: number,
  scale: number,
  bounds: { readonly min?: string; readonly above?: string; readonly max?: string } = {},
): ParsedDecimal {
  const refuse = (reason: string): ParsedDecimal => ({ ok: false, reason })
  const match = /^-?(\d{1,40})(?:\.(\d{1,40}))?$/.exec(input)
  if (!match) return refuse('decimal')
  if ((match[2]?.length ?? 0) > scale) return refuse('decimals')
  if (match[1]!.replace(/^0+/, '').length > precision - scale) return refuse('digits')
  const value = new Big(input)
  if (bounds.min !== undefined && value.lt(bounds.min)) return refuse('low')
  if (bounds.above !== undefined && value.lte(bounds.above)) return refuse('above')
  if (bounds.max !== undefined && value.gt(bounds.max)) return refuse('high')
  return { ok: true, value: (value.eq(0) ? new Big(0) : value).toFixed(scale) }
}

/** Two decimals. */
export const add = (a: string, b: string): string => new Big(a).plus(b).toFixed(2)
/** Two decimals. */
export const subtract = (a: string, b: string): string => new Big(a).minus(b).toFixed(2)
/** Unrounded. */
export const difference = (a: string, b: string): string => new Big(a).minus(b).toFixed()
/** In units of 10^-scale, because charts add hundreds of thousands of amounts. */
function totalOf(amounts: Iterable<string>): { readonly units: bigint; readonly scale: number } {
  let [units, scale] = [0n, 2]
  for (const amount of amounts) {
    const decimals = decimalsOf(amount)
    if (decimals > scale) [units, scale] = [units * 10n ** BigInt(decimals - scale), decimals]
    units += toUnits(amount, scale)
  }
  return { units, scale }
}
/** Exact, two decimals; "0.00" without amounts. */
export function sum(amounts: Iterable<string>): string {
  const { units, scale } = totalOf(amounts)
  return scale === 2 ? formatCents(units) : round(formatUnits(units, scale))
}
/** Unrounded. */
export const subtractToZero = (a: string, b: string): string => {
  const difference = new Big(a).minus(b)
  return difference.lt(0) ? '0' : difference.toFixed()
}
/** Unrounded. */
export function partialSum(amounts: Iterable<string>): string {
  const { units, scale } = totalOf(amounts)
  return formatUnits(units, scale).replace(/\.?0+$/, '')
}
/** Unrounded. */
export const multiply = (a: string, b: string): string => new Big(a).times(b).toFixed()
export const quotient = (a: string, b: string): string => new Big(a).div(b).toFixed()
/** Half-up, away from zero; null if b is 0. */
export const divide = (a: string, b: string, scale: number): string | null =>
  new Big(b).eq(0) ? null : round(new Big(a).div(b).toFixed(), scale)
/** Half-up, away from zero: 1.005 -> 1.01, -2.345 -> -2.35. */
export const round = (amount: string, scale = 2): string => {
  const rounded = new Big(amount).round(scale, Big.roundHalfUp)
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(scale)
}
export const compare = (a: string, b: string): number => new Big(a).cmp(b)
export const isZero = (amount: string): boolean => new Big(amount).eq(0)

function toUnits(amount: string, scale: number): bigint {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

const decimalsOf = (amount: string): number => (amount.includes('.') ? amount.length - amount.indexOf('.') - 1 : 0)

/**
 * The parts add up to the amount: largest remainder, ties to the earlier weight. Integer arithmetic, because a NAV is
 * split over thousands of holdings.
 */
export function split(amount: string, weights: readonly string[]): string[] {
  const scale = weights.reduce((maximum, each) => Math.max(maximum, decimalsOf(each)), 0)
  const units = weights.map((each) => toUnits(each, scale))
  const whole = units.reduce((total, each) => total + each, 0n)
  if (whole <= 0n) throw new RangeError('the weights of a split sum to more than 0')
  const isNegative = amount.startsWith('-')
  const totalCents = toUnits(amount.replace('-', ''), 2)
  const cents = units.map((each) => (totalCents * each) / whole)
  const remainingCents = Number(totalCents - cents.reduce((total, each) => total + each, 0n))
  if (remainingCents > 0) {
    const remainders = units.map((each, index) => ({ index, remainder: (totalCents * each) % whole }))
    remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
    for (const { index } of remainders.slice(0, remainingCents)) cents[index]! += 1n
  }
  return cents.map((each) => formatCents(isNegative ? -each : each))
}

function formatUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const formatCents = (cents: bigint): string => formatUnits(cents, 2)
