// Hidden columns: from the address, else the last choice on this device.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { EntityName } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const listeners = new Set<() => void>()

function follow(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const keyOf = (userId: string, entity: EntityName): string => `without-columns ${userId} ${entity}`

export interface ColumnChoice {
  readonly isShown: (column: string) => boolean
  readonly turn: (column: string) => void
}

export function useColumnChoice(
  entity: EntityName,
  { without }: RecordSearch,
  setSearch: SetSearch<RecordSearch>,
): ColumnChoice {
  const key = keyOf(useStore().identity.id, entity)
  const kept = useSyncExternalStore(follow, () => localStorage.getItem(key) ?? '')
  const text = without ?? kept
  const isInAddress = without !== undefined
  const left = useMemo(() => text.split(',').filter(Boolean), [text])
  const isShown = useCallback((column: string) => !left.includes(column), [left])
  const turn = useCallback(
    (column: string) => {
      const next = left.includes(column) ? left.filter((each) => each !== column) : [...left, column]
      localStorage.setItem(key, next.join(','))
      for (const listener of listeners) listener()
      if (isInAddress) setSearch({ without: undefined })
    },
    [key, left, isInAddress, setSearch],
  )
  return { isShown, turn }
}
