// All rows have the same height, so the scroll position determines the visible ones.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export interface VisibleRows {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

export interface Visible extends VisibleRows {
  /** In pixels; 0 until measured. */
  readonly width: number
  readonly rowHeight: number
}

interface Size {
  readonly count: number
  readonly rowHeight: number
  /** Extra rows at each edge. */
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

interface Rows extends Omit<Size, 'rowHeight'> {
  /** The row height at this width. Stable while it returns the same. */
  readonly heightAt: (width: number) => number
}

export function useVisibleRows(region: RefObject<HTMLElement | null>, { count, beyond, heightAt }: Rows): Visible {
  const [view, setView] = useState({ scrolled: 0, height: 0, width: 0 })

  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const look = () => {
      const width = element.clientWidth
      const rowHeight = heightAt(width)
      // Rounded to whole rows, so that scrolling within a row redraws nothing. An overscroll may be negative.
      const scrolled = Math.max(0, Math.floor(element.scrollTop / rowHeight) * rowHeight)
      const height = element.clientHeight + rowHeight
      setView((before) => (isSame(before, { scrolled, height, width }) ? before : { scrolled, height, width }))
    }
    // The first measurement draws the rows before the paint.
    let isDrawn = false
    let frame = 0
    const resized = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      // Later ones wait a frame: another row height may add a scroll bar and change the observed size.
      if (isDrawn) frame = requestAnimationFrame(look)
      else flushSync(look)
      isDrawn = true
    })
    resized.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', look)
    }
  }, [region, heightAt])

  const rowHeight = heightAt(view.width)
  return { ...visibleRows(view.scrolled, view.height, { count, beyond, rowHeight }), width: view.width, rowHeight }
}
