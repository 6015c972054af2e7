// The rows of a table are one stop of the Tab key; arrows lead from row to row and within a row.
import { type RefObject, useEffect } from 'react'

const rowSelector = 'tbody tr[data-row]'
const pressable = 'a[href], button:not(:disabled), input:not(:disabled)'

export const rowsIn = (within: ParentNode): readonly HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(rowSelector),
]

export const rowOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(rowSelector) ?? null

const pressableIn = (row: HTMLElement): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>(pressable)]

/** What opens the record, else the first thing that can be pressed, else the row itself. */
function stopOf(row: HTMLElement): HTMLElement {
  const all = pressableIn(row)
  return all.find((each) => each.dataset['record'] !== undefined) ?? all[0] ?? row
}

export function focusRow(row: HTMLElement): void {
  const stop = stopOf(row)
  stop.tabIndex = 0
  stop.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** Within the row, in the order of reading. */
export function focusInRow(by: 1 | -1): void {
  const focused = document.activeElement
  const row = rowOf(focused)
  if (!row) return
  const all = pressableIn(row)
  all[all.findIndex((each) => each === focused) + by]?.focus()
}

/** Rows come and go while the table scrolls. */
export function useOneTabStop(region: RefObject<HTMLElement | null>): void {
  useEffect(() => (region.current ? keepOneTabStop(region.current) : undefined), [region])
}

function keepOneTabStop(region: HTMLElement): () => void {
  let currentId: string | undefined
  const update = (): void => {
    const rows = rowsIn(region)
    const current = rows.find((row) => row.dataset['row'] === currentId) ?? rows[0]
    region.tabIndex = current ? -1 : 0
    for (const row of rows) {
      const stop = stopOf(row)
      for (const each of pressableIn(row)) if (each !== stop) each.tabIndex = -1
      stop.tabIndex = row === current ? 0 : -1
    }
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const id = target instanceof Element ? rowOf(target)?.dataset['row'] : undefined
    if (id === undefined || id === currentId) return
    currentId = id
    update()
  }
  update()
  const observer = new MutationObserver(update)
  observer.observe(region, { childList: true, subtree: true })
  region.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    region.removeEventListener('focusin', onFocus)
  }
}
