import { sum } from '#schema/money/money.ts'

export interface Amount {
  readonly amount: string
  readonly currency: string
}

export const isAmount = <Row extends object>(row: Row): row is Row & Amount =>
  'amount' in row && typeof row.amount === 'string' && 'currency' in row && typeof row.currency === 'string'

/** Amounts in different currencies are never added. */
export function totalsByCurrency(amounts: Iterable<Amount>): ReadonlyMap<string, string> {
  const groups = new Map<string, string[]>()
  for (const { amount, currency } of amounts) {
    const group = groups.get(currency)
    if (group) group.push(amount)
    else groups.set(currency, [amount])
  }
  return new Map([...groups].map(([currency, group]) => [currency, sum(group)]))
}
