// Reads the hidden columns from the address, or else from the last choice on this device.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { EntityName } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
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
  readonly toggle: (column: string) => void
}

export function useColumnChoice(
  entity: EntityName,
  { without: hiddenInAddress }: RecordSearch,
  setSearch: SetSearch<RecordSearch>,
): ColumnChoice {
  const key = keyOf(useStore().identity.id, entity)
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '')
  const text = hiddenInAddress ?? stored
  const isInAddress = hiddenInAddress !== undefined
  const hidden = useMemo(() => text.split(',').filter(Boolean), [text])
  const isShown = useCallback((column: string) => !hidden.includes(column), [hidden])
  const toggle = useCallback(
    (column: string) => {
      const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
      localStorage.setItem(key, next.join(','))
      for (const listener of listeners) listener()
      if (isInAddress) setSearch({ without: undefined })
    },
    [key, hidden, isInAddress, setSearch],
  )
  return { isShown, toggle }
}
