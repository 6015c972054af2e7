import type { AnyRow } from '#schema/kernel/entity.ts'
import type { SortBy, SortKey } from '#web/store/base/contract.ts'

type ReadRow = (entity: string, id: string) => AnyRow | undefined

export function sortKeysOf(sortBy: SortBy<AnyRow>, read: ReadRow): (row: AnyRow) => SortKey {
  if (typeof sortBy === 'function') return (row) => keyOf(sortBy(row))
  const { via, entity, key, fallback } = sortBy
  const keys = new Map<string, SortKey | undefined>()
  const keyOfReferenced = (id: string): SortKey | undefined => {
    if (keys.has(id)) return keys.get(id)
    const referenced = read(entity, id)
    const found = referenced && keyOf((key as (row: AnyRow) => SortKey)(referenced))
    keys.set(id, found)
    return found
  }
  return (row) => {
    const id = row[via]
    const found = typeof id === 'string' ? keyOfReferenced(id) : undefined
    return found === undefined ? keyOf(fallback?.(row)) : found
  }
}

const keyOf = (key: SortKey | undefined): SortKey => (key === undefined || Number.isNaN(key) ? null : key)
