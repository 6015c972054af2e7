import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Publishes the width of the bar as `--hf-bar-width`, so that a list's band can end where it begins. */
export function useHeaderWidth(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = header.current
    if (!element) return undefined
    const { style } = document.documentElement
    const publish = () => style.setProperty('--hf-bar-width', `${element.offsetWidth}px`)
    // In the next frame, because the new width resizes other observed elements.
    let frame = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(publish)
    })
    observer.observe(element)
    publish()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return header
}
