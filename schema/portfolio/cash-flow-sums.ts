import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { compare, divide, subtract, sum } from '#schema/money/money.ts'
import { flowsOfHoldings, type OwnFlow, type OwnHolding } from './investor-flows.ts'

/** In the exchange's currency, two decimals. */
export interface FlowSums {
  readonly currency: string
  /** Called and assumed. */
  readonly paidIn: string
  /** The part without cash flows; see `sumFlows`. */
  readonly assumed: string
  readonly assumedCount: number
  readonly distributed: string
  readonly net: string
  /** Two decimals; null if nothing is paid in. */
  readonly dpi: string | null
  readonly leftOut: LeftOut
}

/**
 * Finance page, "Returns": capital calls are money in, other flows money out. A paid-in investment without calls adds
 * an assumed one. Converted unrounded; each sum is rounded once.
 */
export function sumFlows(
  flows: readonly OwnFlow[],
  held: readonly OwnHolding[],
  exchange: Exchange,
  nameOf: (of: OwnFlow | OwnHolding) => string,
): FlowSums {
  const { convert, leftOut } = trackConversions(exchange)
  const total = (items: readonly (OwnFlow | OwnHolding)[]): string =>
    sum(items.map((each) => convert(each.amount, each.currency, () => nameOf(each)) ?? '0'))
  const { flows: flowsByHolding } = flowsOfHoldings(held, flows, { on: () => exchange.convert })
  const assumedHoldings = held.filter(({ id }) => flowsByHolding.get(id)!.some(({ isAssumed }) => isAssumed))
  const calls = flows.filter(({ type }) => isCall(type))
  const paidIn = total([...calls, ...assumedHoldings])
  const distributed = total(flows.filter(({ type }) => !isCall(type)))
  return {
    currency: exchange.currency,
    paidIn,
    assumed: total(assumedHoldings),
    assumedCount: assumedHoldings.length,
    distributed,
    net: subtract(distributed, paidIn),
    dpi: compare(paidIn, '0') > 0 ? divide(distributed, paidIn, 2) : null,
    leftOut: leftOut(),
  }
}
