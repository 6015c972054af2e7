// Focus goes back to what opened an overlay. An overlay's code may come after the press, so the opener is remembered
// here, when the overlay is asked for, and not by the library, when it is drawn.
import { useLayoutEffect } from 'react'

type Opener = () => HTMLElement | null

/** Those whose overlays have closed and that have not got the focus back yet, the outermost last. */
let closed: Opener[] = []
/** The overlays that had the focus when they closed: some stay a moment to fade. */
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
  // A row that is gone cannot have it: then the page's content goes on.
  const target = opener ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

function remembered(): Opener {
  // An overlay that takes another one's place also takes over its opener.
  const before = closed.at(-1)
  clearTimeout(timer)
  closed = []
  leaving = []
  if (before) return before
  const at = document.activeElement
  return () => (at instanceof HTMLElement && at !== document.body ? at : null)
}

/** Without `opener` it is what has the focus when the overlay opens. */
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
