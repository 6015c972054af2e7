// A maintained sum has one currency; this adds the others.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import type { MaintainedSum } from '#schema/kernel/field.ts'
import { isZero, partialSum, round, sum } from '#schema/money/money.ts'
import { rowsPerStep } from '#schema/kernel/walk.ts'

/** By row id and currency: the exact amounts missing from the maintained sum. */
export type Others = ReadonlyMap<string, ReadonlyMap<string, string>>

export interface WholeSum {
  readonly currency: string
  readonly amount: string
  /** Contains converted amounts. */
  readonly isAbout: boolean
  /** Exact sums of currencies without a rate; not in the amount. */
  readonly missing: readonly { readonly currency: string; readonly amount: string }[]
  readonly isStale: boolean
}

/** Rows are read in place. `keptIn` gives the currency of a row's sum. */
export function* othersOf(
  rows: Iterable<AnyRow>,
  { via, counts }: MaintainedSum,
  keptIn: (id: string) => string | undefined,
): Generator<undefined, Others> {
  const amounts = new Map<string, Map<string, string[]>>()
  let at = 0
  for (const row of rows) {
    if (++at % rowsPerStep === 0) yield
    const [id, currency] = [row[via] as string, row['currency'] as string]
    if (currency === keptIn(id) || (counts && !counts(row))) continue
    const own = amounts.get(id) ?? new Map<string, string[]>()
    if (own.size === 0) amounts.set(id, own)
    const of = own.get(currency)
    if (of) of.push(row['amount'] as string)
    else own.set(currency, [row['amount'] as string])
  }
  return new Map(
    [...amounts].map(([id, own]) => [id, new Map([...own].map(([currency, each]) => [currency, sum(each)]))]),
  )
}

export function wholeSum(
  kept: string,
  keptIn: string,
  others: ReadonlyMap<string, string> | undefined,
  { convert, currency }: Exchange,
): WholeSum {
  const parts = [[keptIn, kept] as const, ...(others ?? [])].filter(([, amount]) => !isZero(amount))
  const counted = parts.map(([from, amount]) => ({ from, amount, into: convert(amount, from, currency) }))
  return {
    currency,
    amount: round(partialSum(counted.flatMap(({ into }) => (into ? [into.amount] : [])))),
    isAbout: counted.some(({ from, amount, into }) => into !== null && isConversion(amount, from, currency)),
    missing: counted.flatMap(({ from, amount, into }) => (into ? [] : [{ currency: from, amount }])),
    isStale: counted.some(({ into }) => into?.isStale === true),
  }
}

export function sameOthers(a: Others, b: Others): boolean {
  if (a.size !== b.size) return false
  for (const [id, own] of a) {
    const other = b.get(id)
    if (own.size !== other?.size) return false
    for (const [currency, amount] of own) if (other.get(currency) !== amount) return false
  }
  return true
}
