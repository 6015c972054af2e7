// The rows of the list, for the panel beside it. Only subscribers are drawn again.
import { useSyncExternalStore } from 'react'
import type { RowList } from '#web/store/base/contract.ts'

export interface ListedRows {
  readonly give: (rows: RowList) => void
  readonly rows: () => RowList | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createListedRows(): ListedRows {
  let listed: RowList | null = null
  const listeners = new Set<() => void>()
  return {
    give: (rows) => {
      listed = rows
      for (const listener of listeners) listener()
    },
    rows: () => listed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Neighbours {
  /** -1 if the list does not show the record. */
  readonly place: number
  readonly count: number
  readonly before: string | undefined
  readonly after: string | undefined
}

const nowhere: Neighbours = { place: -1, count: 0, before: undefined, after: undefined }

export function neighboursOf(rows: RowList | null, id: string | undefined): Neighbours {
  const place = id === undefined ? -1 : (rows?.indexOfId?.(id) ?? -1)
  if (!rows || place < 0) return nowhere
  const [before] = place > 0 ? rows.slice(place - 1, place) : []
  const [after] = rows.slice(place + 1, place + 2)
  return { place, count: rows.length, before: before?.id, after: after?.id }
}

export function useNeighbours({ subscribe, rows }: ListedRows, id: string | undefined): Neighbours {
  return neighboursOf(useSyncExternalStore(subscribe, rows), id)
}
