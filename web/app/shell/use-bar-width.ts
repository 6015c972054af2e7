import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Publishes the width of the bar as `--hf-bar-width`, so that a list's band can end where it begins. */
export function useBarWidth(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const { style } = document.documentElement
    const publish = () => style.setProperty('--hf-bar-width', `${element.offsetWidth}px`)
    const observer = new ResizeObserver(publish)
    observer.observe(element)
    publish()
    return () => observer.disconnect()
  }, [])
  return bar
}
