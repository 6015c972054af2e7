import { counting, type LeftOut } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { isPaidIn } from '#schema/entities/investments/entity.ts'
import { add, compare, divide, multiply, subtract, sum } from '#schema/money/money.ts'

interface Held {
  readonly amount: string
  readonly currency: string
  readonly status: string
}

/** In the exchange's currency, two decimals; shares in percent of the target, one decimal. */
export interface Funding {
  readonly currency: string
  readonly paidIn: string
  readonly committed: string
  readonly raised: string
  /** Negative if overfunded, null without a target. */
  readonly open: string | null
  readonly paidInShare: string | null
  readonly committedShare: string | null
  readonly leftOut: LeftOut
}

/** Converted unrounded and rounded once per sum. */
export function fundingOf<Of extends Held>(
  held: Iterable<Of>,
  target: string | null,
  exchange: Exchange,
  nameOf: (of: Of) => string,
): Funding {
  const { count, leftOut } = counting(exchange)
  const [paidAmounts, committedAmounts]: [string[], string[]] = [[], []]
  for (const each of held) {
    const counted = count(each.amount, each.currency, () => nameOf(each))
    if (counted !== null) (isPaidIn(each.status) ? paidAmounts : committedAmounts).push(counted)
  }
  const [paidIn, committed] = [sum(paidAmounts), sum(committedAmounts)]
  const raised = add(paidIn, committed)
  const share = (amount: string): string | null =>
    target !== null && compare(target, '0') > 0 ? divide(multiply(amount, '100'), target, 1) : null
  return {
    currency: exchange.currency,
    paidIn,
    committed,
    raised,
    open: target === null ? null : subtract(target, raised),
    paidInShare: share(paidIn),
    committedShare: share(committed),
    leftOut: leftOut(),
  }
}
