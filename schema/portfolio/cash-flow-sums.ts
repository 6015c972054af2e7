// What cash flows come to: paid in, distributed, and what is only assumed to be paid in.
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { counting, type LeftOut } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { compare, divide, subtract, sum } from '#schema/money/money.ts'
import { flowsOfHoldings, type OwnFlow, type OwnHolding } from './investor-flows.ts'

/** Money in the exchange's currency, two decimals. */
export interface FlowSums {
  readonly currency: string
  /** What was called, and what is assumed. */
  readonly paidIn: string
  /** The part of `paidIn` that no cash flow says: see `sumFlows`. */
  readonly assumed: string
  readonly assumedCount: number
  readonly distributed: string
  /** Distributed minus paid in. */
  readonly net: string
  /** Distributed per amount paid in, two decimals; null when nothing is paid in. */
  readonly dpi: string | null
  readonly leftOut: LeftOut
}

/**
 * Formula (finance page, "Returns"): a capital call is money in, every other flow money out. The call of an
 * investment that is paid in and has none (`flowsOfHoldings`) is added and said to be assumed. Amounts are converted
 * unrounded, and each sum is rounded once.
 */
export function sumFlows(
  flows: readonly OwnFlow[],
  held: readonly OwnHolding[],
  exchange: Exchange,
  nameOf: (of: OwnFlow | OwnHolding) => string,
): FlowSums {
  const { count, leftOut } = counting(exchange)
  const total = (of: readonly (OwnFlow | OwnHolding)[]): string =>
    sum(of.map((each) => count(each.amount, each.currency, () => nameOf(each)) ?? '0'))
  const { flows: own } = flowsOfHoldings(held, flows, { on: () => exchange.convert })
  const unsaid = held.filter(({ id }) => own.get(id)!.some(({ isAssumed }) => isAssumed))
  const calls = flows.filter(({ type }) => isCall(type))
  const paidIn = total([...calls, ...unsaid])
  const distributed = total(flows.filter(({ type }) => !isCall(type)))
  return {
    currency: exchange.currency,
    paidIn,
    assumed: total(unsaid),
    assumedCount: unsaid.length,
    distributed,
    net: subtract(distributed, paidIn),
    dpi: compare(paidIn, '0') > 0 ? divide(distributed, paidIn, 2) : null,
    leftOut: leftOut(),
  }
}
