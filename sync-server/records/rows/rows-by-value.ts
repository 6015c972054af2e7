// Rows by the value of a field, because a large change looks up the children of thousands of rows.
import type { Link } from '#schema/kernel/entity.ts'
import type { StoredRow } from './stored-row.ts'

type IdsByValue = Map<unknown, Set<string>>

export interface RowsByValue {
  add(entity: string, row: StoredRow): void
  /** Also rows that had the value earlier. */
  ids(link: Link, value: string): ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** Fields are indexed at the first lookup; `rowsOf` has the rows that were added before. */
export function createRowsByValue(rowsOf: (entity: string) => Iterable<StoredRow>): RowsByValue {
  const byEntity = new Map<string, Map<string, IdsByValue>>()

  function addTo(byValue: IdsByValue, value: unknown, id: string): void {
    const ids = byValue.get(value)
    if (ids) ids.add(id)
    else byValue.set(value, new Set([id]))
  }

  return {
    add(entity, row) {
      const byField = byEntity.get(entity)
      if (byField) for (const [field, byValue] of byField) addTo(byValue, row[field], row.id)
    },
    ids({ entity, field }, value) {
      const byField = byEntity.get(entity) ?? new Map<string, IdsByValue>()
      byEntity.set(entity, byField)
      let byValue = byField.get(field)
      if (!byValue) {
        byField.set(field, (byValue = new Map()))
        for (const row of rowsOf(entity)) addTo(byValue, row[field], row.id)
      }
      return byValue.get(value) ?? none
    },
  }
}
