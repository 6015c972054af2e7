import { trackConversions, type LeftOut } from '#schema/money/counting.ts'
import { type InvestmentStatus, projectTypes, statusClass } from '#schema/kernel/enumerations.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { compare, multiply, partialSum, round, split, sum } from '#schema/money/money.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

interface AllocatedInvestment {
  readonly projectId: string
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
}

export interface AllocatedPart {
  readonly type: string
  readonly amount: string
  /** In percent, one decimal; all add up to 100.0. */
  readonly share: string
}

export interface Allocation {
  readonly currency: string
  /** Without empty types. */
  readonly parts: readonly AllocatedPart[]
  readonly total: string
  readonly leftOut: LeftOut
}

/** Percentages with one decimal that add up to 100.0: largest remainder, ties to the earlier amount. */
export const sharesOf = (amounts: readonly string[]): string[] =>
  // split() has two decimals, so it splits a tenth of the percentages.
  split('10', amounts).map((tenth) => round(multiply(tenth, '10'), 1))

/** `typeOf` may return extra types for hidden projects; they come last. */
export function* allocationOf<Investment extends AllocatedInvestment>(
  investments: Iterable<Investment>,
  exchange: Exchange,
  typeOf: (investment: Investment) => string,
  nameOf: (investment: Investment) => string,
): Generator<undefined, Allocation> {
  const { convert, leftOut } = trackConversions(exchange)
  const amounts = new Map<string, string[]>()
  let rows = 0
  for (const each of investments) {
    if (++rows % rowsPerStep === 0) {
      for (const part of amounts.values()) part.splice(0, part.length, partialSum(part))
      yield
    }
    if (statusClass(each.status) === 'EXITED') continue
    const type = typeOf(each)
    const counted = convert(each.amount, each.currency, () => nameOf(each))
    if (counted === null) continue
    const part = amounts.get(type)
    if (part) part.push(counted)
    else amounts.set(type, [counted])
  }
  const known: readonly string[] = projectTypes
  const types = [...known, ...[...amounts.keys()].filter((type) => !known.includes(type))]
  const parts = types
    .map((type) => ({ type, amount: sum(amounts.get(type) ?? []) }))
    .filter(({ amount }) => compare(amount, '0') > 0)
  const shares = parts.length ? sharesOf(parts.map(({ amount }) => amount)) : []
  return {
    currency: exchange.currency,
    parts: parts.map((part, index) => ({ ...part, share: shares[index]! })),
    total: sum([...amounts.values()].flat()),
    leftOut: leftOut(),
  }
}
