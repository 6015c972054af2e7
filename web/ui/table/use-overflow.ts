import { type RefObject, useLayoutEffect, useState } from 'react'

export type Overflow = 'none' | 'seen' | 'unseen'

function overflowOf({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): Overflow {
  const room = scrollWidth - clientWidth
  if (room < 1) return 'none'
  // Negative in right-to-left pages.
  return room - Math.abs(scrollLeft) < 1 ? 'seen' : 'unseen'
}

export function useOverflow(region: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>('none')
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const update = () => setOverflow(overflowOf(element))
    const resizeObserver = new ResizeObserver(update)
    // Either of them may change its width.
    for (const each of [element, element.firstElementChild!]) resizeObserver.observe(each)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      resizeObserver.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [region])
  return overflow
}
