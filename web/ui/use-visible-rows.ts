// Which rows of a long table can be seen. Rows have one fixed height, so this is arithmetic over the scroll position.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export interface VisibleRows {
  readonly first: number
  /** One past the last. */
  readonly end: number
}

export interface Visible extends VisibleRows {
  /** Of the region, in pixels; 0 before it is known. */
  readonly width: number
}

interface Size {
  readonly count: number
  readonly rowHeight: number
  /** Rows drawn beyond each edge. */
  readonly beyond: number
}

export function visibleRows(scrolled: number, height: number, { count, rowHeight, beyond }: Size): VisibleRows {
  const end = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + beyond)
  const first = Math.max(0, Math.min(end, Math.floor(scrolled / rowHeight) - beyond))
  return { first, end }
}

interface Look {
  readonly scrolled: number
  readonly height: number
  readonly width: number
}

const isSame = (a: Look, b: Look): boolean => a.scrolled === b.scrolled && a.height === b.height && a.width === b.width

export function useVisibleRows(region: RefObject<HTMLElement | null>, size: Size): Visible {
  const { rowHeight } = size
  const [view, setView] = useState({ scrolled: 0, height: 0, width: 0 })

  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const look = () => {
      // Whole rows: scrolling inside of one draws nothing anew. Overscroll may be negative.
      const scrolled = Math.max(0, Math.floor(element.scrollTop / rowHeight) * rowHeight)
      const height = element.clientHeight + rowHeight
      const width = element.clientWidth
      setView((before) => (isSame(before, { scrolled, height, width }) ? before : { scrolled, height, width }))
    }
    // It looks first when the frame is laid out, and draws the rows before it is painted: the screen around them and the
    // rows are two pieces of work.
    const resized = new ResizeObserver(() => flushSync(look))
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [region, rowHeight])

  return { ...visibleRows(view.scrolled, view.height, size), width: view.width }
}
