// Returns the focus to the element that opened an overlay. An overlay's code may load after the press, so the opener is
// remembered here when the overlay is asked for, not by the library when it is drawn.
import { useLayoutEffect } from 'react'

type Opener = () => HTMLElement | null

/** Openers of closed overlays that have not got the focus back yet, the outermost last. */
let closed: Opener[] = []
/** Overlays that had the focus when they closed: some stay a moment while they fade. */
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
  // The opener's row may be gone: then the page's content takes the focus.
  const target = opener ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

function remembered(): Opener {
  // An overlay that replaces another one takes over its opener, too.
  const before = closed.at(-1)
  clearTimeout(timer)
  closed = []
  leaving = []
  if (before) return before
  const at = document.activeElement
  return () => (at instanceof HTMLElement && at !== document.body ? at : null)
}

/** Without `opener` the focus returns to the element that has it when the overlay opens. */
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
