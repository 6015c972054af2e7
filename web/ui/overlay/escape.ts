// Escape closes only the topmost overlay; the library would close all of them.
import { useEffect, useRef } from 'react'

type Close = () => void

const overlays: { readonly close: Close }[] = []

/** Whether the key belongs to an open list, calendar, menu or search field. */
const isHandled = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.dataset['mantineStopPropagation'] === 'true' ||
    target.closest('[role=menu]') !== null ||
    (target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''))

export const closeTopmost = (): void => overlays.at(-1)?.close()

addEventListener(
  'keydown',
  ({ key, repeat, isComposing, target }) => {
    if (key === 'Escape' && !repeat && !isComposing && !isHandled(target)) closeTopmost()
  },
  { capture: true },
)

/** The lowest one closes after everything that lies over it. */
export function useEscape(opened: boolean, close: Close, isLowest = false): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!opened) return
    const overlay = { close: () => latest.current() }
    if (isLowest) overlays.unshift(overlay)
    else overlays.push(overlay)
    return () => void overlays.splice(overlays.indexOf(overlay), 1)
  }, [opened, isLowest])
}
