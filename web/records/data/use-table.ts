import { useCallback, useSyncExternalStore } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { BadgeKind, Table } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

export function useTable<Name extends EntityName>(name: Name): Table<Row<Name>> {
  const table = useStore().table(name)
  useSyncExternalStore(
    useCallback((listener: () => void) => table.subscribe(listener), [table]),
    () => table.version,
  )
  return table
}

export const useRow = <Name extends EntityName>(name: Name, id: string | null | undefined): Row<Name> | undefined => {
  const table = useTable(name)
  return id ? table.get(id) : undefined
}

export const useRowBadge = (name: EntityName, id: string): BadgeKind | undefined => useTable(name).badge(id)
