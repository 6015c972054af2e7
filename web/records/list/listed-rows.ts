// The rows of the list, for the panel beside it. Only subscribers rerender.
import { useSyncExternalStore } from 'react'
import type { Selection } from '#web/records/data/selection.ts'
import type { RowList } from '#web/store/base/contract.ts'

export interface ListedRows {
  readonly setRows: (rows: RowList) => void
  readonly rows: () => RowList | null
  readonly subscribe: (listener: () => void) => () => void
}

export function createListedRows(): ListedRows {
  let listed: RowList | null = null
  const listeners = new Set<() => void>()
  return {
    setRows: (rows) => {
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

export interface NeighborRecords {
  readonly index: number
  readonly count: number
  readonly previous: string | undefined
  readonly next: string | undefined
}

const notListed: NeighborRecords = { index: -1, count: 0, previous: undefined, next: undefined }

export function neighborsOf(rows: RowList | null, id: string | undefined): NeighborRecords {
  const index = id === undefined ? -1 : (rows?.indexOfId?.(id) ?? -1)
  if (!rows || index < 0) return notListed
  const [previous] = index > 0 ? rows.slice(index - 1, index) : []
  const [next] = rows.slice(index + 1, index + 2)
  return { index, count: rows.length, previous: previous?.id, next: next?.id }
}

/** The nearest one if the list is shorter. */
export function idAt(rows: RowList | null, index: number): string | undefined {
  if (!rows) return undefined
  const at = Math.max(0, Math.min(index, rows.length - 1))
  return rows.slice(at, at + 1)[0]?.id
}

export function useNeighbors({ subscribe, rows }: ListedRows, id: string | undefined): NeighborRecords {
  return neighborsOf(useSyncExternalStore(subscribe, rows), id)
}

export function idsBetween(rows: RowList | null, one: string, other: string): readonly string[] {
  const [first, last] = [one, other].map((id) => rows?.indexOfId?.(id) ?? -1).toSorted((a, b) => a - b)
  return rows?.slice(first!, last! + 1).map(({ id }) => id) ?? []
}

export function selectAll(selection: Selection, listed: ListedRows): void {
  const rows = listed.rows()
  if (rows) selection.add(rows.slice(0, rows.length).map(({ id }) => id))
}
