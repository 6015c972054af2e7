// Only components that show the selection rerender.
import { createContext, use, useSyncExternalStore } from 'react'

export interface Selection {
  /** Null outside selection mode. */
  readonly ids: () => ReadonlySet<string> | null
  readonly hasRows: () => boolean
  readonly start: () => void
  readonly toggle: (id: string) => void
  readonly add: (ids: readonly string[]) => void
  /** Continues the last range if `from` is its end. */
  readonly extend: (from: string, to: string, between: (start: string, end: string) => readonly string[]) => void
  /** Deselects all other rows. */
  readonly retain: (isKept: (id: string) => boolean) => void
  readonly end: () => void
  readonly subscribe: (listener: () => void) => () => void
}

interface Range {
  readonly start: string
  readonly others: ReadonlySet<string>
  readonly end: string
  readonly selected: ReadonlySet<string> | null
}

export function createSelection(): Selection {
  let ids: ReadonlySet<string> | null = null
  let range: Range | undefined
  const listeners = new Set<() => void>()
  const change = (next: ReadonlySet<string> | null): void => {
    ids = next
    for (const listener of listeners) listener()
  }
  const before = (): ReadonlySet<string> => ids ?? new Set()
  return {
    ids: () => ids,
    hasRows: () => before().size > 0,
    start: () => change(before()),
    toggle: (id) => change(before().symmetricDifference(new Set([id]))),
    add: (added) => change(before().union(new Set(added))),
    extend: (from, to, between) => {
      const continuesRange = range?.end === from && range.selected === ids
      const { start, others } = range && continuesRange ? range : { start: from, others: before() }
      change(others.union(new Set(between(start, to))))
      range = { start, others, end: to, selected: ids }
    },
    retain: (isKept) => {
      if (ids && [...ids].some((id) => !isKept(id))) change(new Set([...ids].filter(isKept)))
    },
    end: () => ids && change(null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Absent where rows cannot be selected. */
export const SelectionContext = createContext<Selection | null>(null)

export const useSelectedIds = ({ subscribe, ids }: Selection): ReadonlySet<string> | null =>
  useSyncExternalStore(subscribe, ids)

const withoutChanges = () => () => {}

export function useIsSelected(id: string): boolean | null {
  const selection = use(SelectionContext)
  return useSyncExternalStore(selection?.subscribe ?? withoutChanges, () => selection?.ids()?.has(id) ?? null)
}
