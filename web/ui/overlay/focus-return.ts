// The overlay's code may load after the press, so its opener is recorded on request, not when it is drawn.
import { useLayoutEffect } from 'react'

type Opener = () => HTMLElement | null

/** Openers of closed overlays that wait for the focus, the outermost last. */
let closed: Opener[] = []
/** Overlays that had the focus when they closed; some remain while they fade. */
let leaving: Element[] = []
let timer: ReturnType<typeof setTimeout> | undefined

const overlayOf = (at: Element | null) => at?.closest('[role=dialog], [role=menu]') ?? []

function giveBack(): void {
  const openers = closed
  const at = document.activeElement
  const isLost = !at || at === document.body || leaving.some((overlay) => overlay.contains(at))
  closed = []
  leaving = []
  timer = undefined
  if (!isLost) return
  const opener = openers.map((each) => each()).findLast((each) => each?.isConnected && each.checkVisibility())
  // If the opener no longer exists, the page's content receives the focus.
  const target = opener ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

function remembered(): Opener {
  // A replacing overlay adopts the opener of the one it replaces.
  const before = closed.at(-1)
  clearTimeout(timer)
  closed = []
  leaving = []
  if (before) return before
  const at = document.activeElement
  return () => (at instanceof HTMLElement && at !== document.body ? at : null)
}

export function useFocusReturn(opened: boolean, opener?: Opener): void {
  useLayoutEffect(() => {
    if (!opened) return
    const back = opener ?? remembered()
    return () => {
      closed.push(back)
      leaving = leaving.concat(overlayOf(document.activeElement))
      clearTimeout(timer)
      timer = setTimeout(giveBack)
    }
  }, [opened, opener])
}
