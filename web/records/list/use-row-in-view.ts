import { type RefObject, useEffect } from 'react'
import { type ListedRows, neighboursOf } from './listed-rows.ts'

/** Frames in which a list draws the rows to which it was scrolled. */
const patience = 60
/** Frames in which its rows may still become higher or lower, because the panel takes some of its width. */
const moving = 8

/** Scrolls the list to the row of the open record once, also to one that is not drawn yet. */
export function useRowInView(list: RefObject<HTMLElement | null>, listed: ListedRows, record: string | undefined) {
  useEffect(() => {
    if (record === undefined) return
    let frame = 0
    let left = patience
    let seen = 0
    const look = () => {
      const own = list.current?.querySelector('tr[aria-current]')
      if (own) {
        own.scrollIntoView({ block: 'nearest' })
        seen++
      } else scrollTowards(list.current, neighboursOf(listed.rows(), record).place)
      if (seen >= moving) leave()
      else if (--left > 0) frame = requestAnimationFrame(look)
    }
    // The list may still be sorted.
    const unsubscribe = listed.subscribe(() => {
      cancelAnimationFrame(frame)
      left = patience
      frame = requestAnimationFrame(look)
    })
    const leave = () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
    look()
    return leave
  }, [list, listed, record])
}

/** To where the row will be drawn: rows have one height. */
function scrollTowards(list: HTMLElement | null, place: number): void {
  const drawn = list?.querySelector<HTMLElement>('tbody tr[aria-rowindex]')
  const region = drawn?.closest('section')
  if (drawn && region && place >= 0) region.scrollTop = (place + 0.5) * drawn.offsetHeight - region.clientHeight / 2
}
