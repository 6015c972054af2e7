import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import type { InvestmentStatus } from '#schema/kernel/enumerations.ts'
import { compare, divide, multiply, subtract, sum } from '#schema/money/money.ts'
import { unpaidAmount } from './investor-flows.ts'

interface Held {
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
}

/** In the exchange's currency, two decimals; shares in percent of the target, one decimal. */
export interface Funding {
  readonly currency: string
  readonly paidIn: string
  /** Not paid in. */
  readonly committed: string
  readonly raised: string
  /** Negative if overfunded, null without a target. */
  readonly open: string | null
  readonly paidInShare: string | null
  readonly committedShare: string | null
  readonly leftOut: LeftOut
}

/** Converted unrounded and rounded once per sum. `paidInOf` is null without an exchange rate. */
export function fundingOf<Of extends Held>(
  held: Iterable<Of>,
  target: string | null,
  exchange: Exchange,
  nameOf: (of: Of) => string,
  paidInOf: (of: Of) => string | null,
): Funding {
  const { convert, addLeftOut, leftOut } = trackConversions(exchange)
  const [raisedAmounts, paidAmounts, committedAmounts]: [string[], string[], string[]] = [[], [], []]
  for (const each of held) {
    const { amount, currency } = each
    const name = () => nameOf(each)
    const paid = paidInOf(each)
    if (paid === null) addLeftOut(currency, name)
    const raised = paid === null ? null : convert(amount, currency, name)
    if (paid === null || raised === null) continue
    raisedAmounts.push(raised)
    paidAmounts.push(convert(paid, currency, name)!)
    committedAmounts.push(convert(unpaidAmount(each, paid), currency, name)!)
  }
  const [paidIn, committed, raised] = [sum(paidAmounts), sum(committedAmounts), sum(raisedAmounts)]
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
