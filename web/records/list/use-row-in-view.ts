import { type RefObject, useEffect } from 'react'
import { type ListedRows, neighborsOf } from './listed-rows.ts'

const framesToWait = 60
/** Frames in which row heights may still change, because the panel narrows the list. */
const framesToSettle = 8

/** Scrolls once to the row of the open or added record, even if it is not rendered yet. */
export function useRowInView(
  list: RefObject<HTMLElement | null>,
  listed: ListedRows,
  record: string | undefined,
  isAdded = false,
) {
  useEffect(() => {
    if (record === undefined) return
    let frame = 0
    let remainingFrames = framesToWait
    let framesSeen = 0
    const tryScroll = () => {
      const row = list.current?.querySelector(`tr[${isAdded ? 'data-added' : 'aria-current'}]`)
      if (row) {
        row.scrollIntoView({ block: 'nearest' })
        framesSeen++
      } else scrollTowards(list.current, neighborsOf(listed.rows(), record).index)
      if (framesSeen >= framesToSettle) stop()
      else if (--remainingFrames > 0) frame = requestAnimationFrame(tryScroll)
    }
    const unsubscribe = listed.subscribe(() => {
      cancelAnimationFrame(frame)
      remainingFrames = framesToWait
      frame = requestAnimationFrame(tryScroll)
    })
    const stop = () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
    tryScroll()
    return stop
  }, [list, listed, record, isAdded])
}

/** All rows have the same height. */
function scrollTowards(list: HTMLElement | null, place: number): void {
  const row = list?.querySelector<HTMLElement>('tbody tr[aria-rowindex]')
  const region = row?.closest('section')
  if (row && region && place >= 0) region.scrollTop = (place + 0.5) * row.offsetHeight - region.clientHeight / 2
}
