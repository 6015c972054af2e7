// Whether a table is wider than its region, and whether its end is out of sight.
import { type RefObject, useLayoutEffect, useState } from 'react'

export type Beyond = 'none' | 'seen' | 'unseen'

function beyondEndOf({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): Beyond {
  const room = scrollWidth - clientWidth
  if (room < 1) return 'none'
  // Negative in right-to-left pages.
  return room - Math.abs(scrollLeft) < 1 ? 'seen' : 'unseen'
}

export function useBeyond(region: RefObject<HTMLElement | null>): Beyond {
  const [beyond, setBeyond] = useState<Beyond>('none')
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const look = () => setBeyond(beyondEndOf(element))
    const resized = new ResizeObserver(look)
    // Either of them may change its width.
    for (const each of [element, element.firstElementChild!]) resized.observe(each)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [region])
  return beyond
}
