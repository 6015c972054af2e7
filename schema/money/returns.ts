// Finance page, "Returns".
import { daysBetween } from './dates.ts'
import { add, compare, divide, multiply, partialSum, quotient, subtract, sum } from './money.ts'
import type { DatedAmount } from './xirr.ts'

/** Flows are positive when money comes in. */
export interface ReturnPeriod {
  readonly from: string
  readonly to: string
  readonly opening: string
  readonly closing: string
  /** After `from`, on or before `to`. */
  readonly flows: readonly DatedAmount[]
}

/**
 * Modified Dietz: (V1 - V0 - F) / (V0 + sum of w F), w = (CD - D) / CD. Unrounded; null if nothing was invested on
 * average or no day passed.
 */
export function modifiedDietzOf({ from, to, opening, closing, flows }: ReturnPeriod): string | null {
  const days = daysBetween(from, to)
  if (days <= 0) return null
  const weighted = flows.map(({ date, amount }) =>
    quotient(multiply(amount, String(daysBetween(date, to))), String(days)),
  )
  const invested = partialSum([opening, ...weighted])
  if (compare(invested, '0') <= 0) return null
  return quotient(subtract(subtract(closing, opening), sum(flows.map(({ amount }) => amount))), invested)
}

export interface FlowStep {
  readonly before: string
  /** Positive when money comes in. */
  readonly amount: string
}

/** The product of value before flow k / value after flow k - 1, less 1. Unrounded; null without a starting value. */
export function timeWeightedOf(opening: string, steps: readonly FlowStep[], closing: string): string | null {
  let [growth, begun] = ['1', opening]
  for (const { before, amount } of [...steps, { before: closing, amount: '0' }]) {
    if (compare(begun, '0') <= 0) return null
    growth = quotient(multiply(growth, before), begun)
    begun = add(before, amount)
  }
  return partialSum([growth, '-1'])
}

/** Two decimals. */
export interface Multiples {
  readonly dpi: string
  readonly rvpi: string
  readonly tvpi: string
}

/** Null if nothing is paid in. TVPI may differ from DPI + RVPI by rounding. */
export function multiplesOf(money: {
  readonly paidIn: string
  readonly paidOut: string
  readonly value: string
}): Multiples | null {
  const { paidIn, paidOut, value } = money
  const ratio = (amount: string) => divide(amount, paidIn, 2)
  const [dpi, rvpi, tvpi] = [ratio(paidOut), ratio(value), ratio(add(paidOut, value))]
  return dpi === null || rvpi === null || tvpi === null ? null : { dpi, rvpi, tvpi }
}
