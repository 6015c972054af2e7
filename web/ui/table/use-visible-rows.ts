// All rows have the same height, so the scroll position determines the visible ones.
import { type RefObject, useLayoutEffect, useState } from 'react'

export interface VisibleRows {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

export interface MeasuredRows extends VisibleRows {
  /** 0 until measured. */
  readonly width: number
}

interface VirtualListOptions {
  readonly count: number
  readonly rowHeight: number
  readonly overscan: number
}

export function visibleRows(
  scrollTop: number,
  height: number,
  { count, rowHeight, overscan }: VirtualListOptions,
): VisibleRows {
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan)
  const first = Math.max(0, Math.min(end, Math.floor(scrollTop / rowHeight) - overscan))
  return { first, end }
}

interface Viewport {
  readonly scrollTop: number
  readonly height: number
  readonly width: number
}

const isSame = (a: Viewport, b: Viewport): boolean =>
  a.scrollTop === b.scrollTop && a.height === b.height && a.width === b.width

export function useVisibleRows(
  region: RefObject<HTMLElement | null>,
  { count, overscan, rowHeight }: VirtualListOptions,
): MeasuredRows {
  const [viewport, setViewport] = useState({ scrollTop: 0, height: 0, width: 0 })

  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      // Rounded to whole rows, so that scrolling within a row rerenders nothing. scrollTop is negative during an overscroll.
      const scrollTop = Math.max(0, Math.floor(element.scrollTop / rowHeight) * rowHeight)
      const height = element.clientHeight + rowHeight
      setViewport((before) => (isSame(before, { scrollTop, height, width }) ? before : { scrollTop, height, width }))
    }
    // Renders the rows before the paint.
    measure()
    let frame = 0
    const resizeObserver = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      // In the next frame: a different row height may add a scroll bar, which resizes the element again.
      frame = requestAnimationFrame(measure)
    })
    resizeObserver.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resizeObserver.disconnect()
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', measure)
    }
  }, [region, rowHeight])

  return { ...visibleRows(viewport.scrollTop, viewport.height, { count, overscan, rowHeight }), width: viewport.width }
}
