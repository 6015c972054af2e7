// A maintained sum has one currency; this adds the others.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import type { MaintainedSum } from '#schema/kernel/field.ts'
import { isZero, partialSum, round, sum } from '#schema/money/money.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

/** By row id and currency: the exact amounts missing from the maintained sum. */
export type OtherCurrencyAmounts = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface TotalSum {
  readonly currency: string
  readonly amount: string
  /** Contains converted amounts. */
  readonly isApproximate: boolean
  /** Exact sums of currencies without a rate; not in the amount. */
  readonly missing: readonly { readonly currency: string; readonly amount: string }[]
  readonly isStale: boolean
}

/** Rows are read in place. `sumCurrency` returns the currency of a row's sum. */
export function* otherCurrencyAmountsOf(
  rows: Iterable<AnyRow>,
  { via, counts }: MaintainedSum,
  sumCurrency: (id: string) => string | undefined,
): Generator<undefined, OtherCurrencyAmounts> {
  const amounts = new Map<string, Map<string, string[]>>()
  let index = 0
  for (const row of rows) {
    if (++index % rowsPerStep === 0) yield
    const [id, currency] = [row[via] as string, row['currency'] as string]
    if (currency === sumCurrency(id) || (counts && !counts(row))) continue
    const ownAmounts = amounts.get(id) ?? new Map<string, string[]>()
    if (ownAmounts.size === 0) amounts.set(id, ownAmounts)
    const sameCurrency = ownAmounts.get(currency)
    if (sameCurrency) sameCurrency.push(row['amount'] as string)
    else ownAmounts.set(currency, [row['amount'] as string])
  }
  return new Map(
    [...amounts].map(([id, ownAmounts]) => [
      id,
      new Map([...ownAmounts].map(([currency, each]) => [currency, sum(each)])),
    ]),
  )
}

export function totalSum(
  maintained: string,
  sumCurrency: string,
  others: ReadonlyMap<string, string> | undefined,
  { convert, currency }: Exchange,
): TotalSum {
  const parts = [[sumCurrency, maintained] as const, ...(others ?? [])].filter(([, amount]) => !isZero(amount))
  const counted = parts.map(([from, amount]) => ({ from, amount, into: convert(amount, from, currency) }))
  return {
    currency,
    amount: round(partialSum(counted.flatMap(({ into }) => (into ? [into.amount] : [])))),
    isApproximate: counted.some(({ from, amount, into }) => into !== null && isConversion(amount, from, currency)),
    missing: counted.flatMap(({ from, amount, into }) => (into ? [] : [{ currency: from, amount }])),
    isStale: counted.some(({ into }) => into?.isStale === true),
  }
}

export function isSameAmounts(a: OtherCurrencyAmounts, b: OtherCurrencyAmounts): boolean {
  if (a.size !== b.size) return false
  for (const [id, ownAmounts] of a) {
    const other = b.get(id)
    if (ownAmounts.size !== other?.size) return false
    for (const [currency, amount] of ownAmounts) if (other.get(currency) !== amount) return false
  }
  return true
}
