import { type RefObject, useEffect } from 'react'
import { rowWithId, scrollTowards } from './list-scroll.ts'
import { type ListedRows, neighborsOf } from './listed-rows.ts'

/** Frames until a row is rendered. */
const framesToWait = 60
/** Frames in which the layout may still change, because a panel opens beside the list. */
const framesToSettle = 8

type List = RefObject<HTMLElement | null>

/** Scrolls once to the row of the open record, even if it is not rendered yet. */
export function useRowInView(list: List, listed: ListedRows, record: string | undefined) {
  useEffect(() => (record === undefined ? undefined : scrollToRow(list, listed, record)), [list, listed, record])
}

/** A new object for each save, also of the same record. */
export interface SavedRecord {
  readonly id: string
}

export function useSavedRow(list: List, listed: ListedRows, saved: SavedRecord | undefined) {
  useEffect(() => (saved ? scrollToRow(list, listed, saved.id, markRow) : undefined), [list, listed, saved])
}

const outline = '2px solid var(--hf-brand)'

function markRow(row: Element): void {
  row.animate(
    [
      { outline, outlineOffset: '-2px' },
      { outline, outlineOffset: '-2px', offset: 0.8 },
      { outline: '2px solid transparent', outlineOffset: '-2px' },
    ],
    { duration: 4000 },
  )
}

function scrollToRow(list: List, listed: ListedRows, id: string, onFirstSeen?: (row: Element) => void): () => void {
  let frame = 0
  let remainingFrames = framesToWait
  let framesSeen = 0
  let isFirst = true
  const tryScroll = () => {
    const row = list.current && rowWithId(list.current, id)
    if (row) {
      row.scrollIntoView({ block: 'nearest' })
      framesSeen++
      if (isFirst) onFirstSeen?.(row)
      isFirst = false
    } else scrollTowards(list.current, neighborsOf(listed.rows(), id).index)
    if (framesSeen >= framesToSettle) stop()
    else if (--remainingFrames > 0) frame = requestAnimationFrame(tryScroll)
  }
  const unsubscribe = listed.subscribe(() => {
    cancelAnimationFrame(frame)
    remainingFrames = framesToWait
    framesSeen = 0
    frame = requestAnimationFrame(tryScroll)
  })
  const stop = () => {
    unsubscribe()
    cancelAnimationFrame(frame)
  }
  tryScroll()
  return stop
}
