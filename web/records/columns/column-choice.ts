// Reads the hidden columns from the address, or else from the last choice on this device.
import { useCallback, useMemo } from 'react'
import type { EntityName } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useStoredChoice } from '#web/ui/use-stored-choice.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

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
  const [stored, store] = useStoredChoice(keyOf(useStore().identity.id, entity))
  const text = hiddenInAddress ?? stored
  const isInAddress = hiddenInAddress !== undefined
  const hidden = useMemo(() => text.split(',').filter(Boolean), [text])
  const isShown = useCallback((column: string) => !hidden.includes(column), [hidden])
  const toggle = useCallback(
    (column: string) => {
      const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
      store(next.join(','))
      if (isInAddress) setSearch({ without: undefined })
    },
    [store, hidden, isInAddress, setSearch],
  )
  return { isShown, toggle }
}
