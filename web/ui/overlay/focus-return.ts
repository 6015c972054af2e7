// The overlay's code may load after the click, so the opener is recorded when the overlay is requested.
import { useLayoutEffect } from 'react'

type Opener = () => HTMLElement | null

/** Openers of closed overlays that wait for the focus, the outermost last. */
let pendingOpeners: Opener[] = []
/** Overlays that had the focus when they closed; some remain while they fade. */
let closingOverlays: Element[] = []
let timer: ReturnType<typeof setTimeout> | undefined

const overlayOf = (element: Element | null) => element?.closest('[role=dialog], [role=menu]') ?? []

function returnFocus(): void {
  const openers = pendingOpeners
  const at = document.activeElement
  const isLost = !at || at === document.body || closingOverlays.some((overlay) => overlay.contains(at))
  pendingOpeners = []
  closingOverlays = []
  timer = undefined
  if (!isLost) return
  const opener = openers.map((each) => each()).findLast((each) => each?.isConnected && each.checkVisibility())
  // If the opener no longer exists, the page's content receives the focus.
  const target = opener ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

function findOpener(): Opener {
  // A replacing overlay adopts the opener of the one it replaces.
  const lastPending = pendingOpeners.at(-1)
  clearTimeout(timer)
  pendingOpeners = []
  closingOverlays = []
  if (lastPending) return lastPending
  const at = document.activeElement
  return () => (at instanceof HTMLElement && at !== document.body ? at : null)
}

export function useFocusReturn(opened: boolean, opener?: Opener): void {
  useLayoutEffect(() => {
    if (!opened) return
    const returnTo = opener ?? findOpener()
    return () => {
      pendingOpeners.push(returnTo)
      closingOverlays = closingOverlays.concat(overlayOf(document.activeElement))
      clearTimeout(timer)
      timer = setTimeout(returnFocus)
    }
  }, [opened, opener])
}
