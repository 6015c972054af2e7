// One press of Escape closes only the topmost overlay: the library alone would close all of them.
import { useEffect, useRef } from 'react'

type Close = () => void

const overlays: { readonly close: Close }[] = []

/** Whether this press closes or empties something else: a list of options, a calendar, a menu, a search. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.dataset['mantineStopPropagation'] === 'true' ||
    target.closest('[role=menu]') !== null ||
    (target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''))

addEventListener(
  'keydown',
  ({ key, repeat, isComposing, target }) => {
    if (key === 'Escape' && !repeat && !isComposing && !isTaken(target)) overlays.at(-1)?.close()
  },
  { capture: true },
)

export function useEscape(opened: boolean, close: Close): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!opened) return
    const overlay = { close: () => latest.current() }
    overlays.push(overlay)
    return () => void overlays.splice(overlays.indexOf(overlay), 1)
  }, [opened])
}
