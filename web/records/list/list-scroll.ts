// Rows out of sight are not in the document until the list has scrolled to them.
import { focusRow, rowsIn } from '#web/ui/table/row-stops.ts'
import { type ListedRows, neighborsOf } from './listed-rows.ts'

const framesToWait = 60

export const rowWithId = (list: HTMLElement, id: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`tbody tr[data-row="${CSS.escape(id)}"]`)

/** All rows have the same height. */
export function scrollTowards(list: HTMLElement | null, index: number): void {
  const row = list && rowsIn(list)[0]
  const region = row?.closest('section')
  if (row && region && index >= 0) region.scrollTop = (index + 0.5) * row.offsetHeight - region.clientHeight / 2
}

/** The rows that fit into the list, without the head and the row that stays in sight. */
export function rowsPerPage(list: HTMLElement | null): number {
  const row = list && rowsIn(list)[0]
  const region = row?.closest('section')
  return row && region ? Math.max(1, Math.floor(region.clientHeight / row.offsetHeight) - 2) : 1
}

let frame = 0
let awaitedId: string | undefined

/** The row that gets the focus once it is drawn: a key pressed meanwhile goes on from there. */
export const awaitedRow = (): string | undefined => awaitedId

/** `find` names the row again in each frame, because a search may replace the rows meanwhile. */
export function focusRowSoon(
  list: HTMLElement | null,
  listed: ListedRows,
  find: () => string | undefined,
  remainingFrames = framesToWait,
): void {
  cancelAnimationFrame(frame)
  awaitedId = undefined
  const id = find()
  if (!list || id === undefined) return
  const row = rowWithId(list, id)
  if (row) focusRow(row)
  else if (remainingFrames > 0) {
    awaitedId = id
    scrollTowards(list, neighborsOf(listed.rows(), id).index)
    frame = requestAnimationFrame(() => focusRowSoon(list, listed, find, remainingFrames - 1))
  }
}
