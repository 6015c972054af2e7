import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { currencies } from '#schema/kernel/enumerations.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { Store, Table } from '#web/store/base/contract.ts'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'

const units = [...new Set(currencies.flatMap(currencyUnits))]

/** Typed as in a form. Without decimals, those of the amount do not matter. */
export function holdingsOfAmount(store: Store, entity: EntityName, typed: string, max: number): readonly AnyRow[] {
  const { title }: Entity = registry[entity]
  if (!title || !('holding' in title)) return []
  const { amount: field } = title.holding
  const amount = typedDecimal(typed, units)
  if (!/^\d+(?:\.\d+)?$/.test(amount)) return []
  const isSame = (stored: string): boolean =>
    amount.includes('.') ? Number(stored) === Number(amount) : stored.split('.')[0] === amount
  const table = store.table(entity) as Table
  const ids: string[] = []
  for (const row of table.scan()) {
    if (isSame(String(row[field]))) ids.push(row.id)
    if (ids.length === max) break
  }
  return ids.flatMap((id) => table.get(id) ?? [])
}
