// Native scrolling is faster: this only toggles an attribute, and CSS does the rest (shell.module.css).

export const scrollHideDelayMs = 600

export function watchScrollBars(): () => void {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>()
  const hide = (element: Element) => {
    timers.delete(element)
    element.removeAttribute('data-scrolling')
  }
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const before = timers.get(target)
    if (before === undefined) target.setAttribute('data-scrolling', '')
    clearTimeout(before)
    timers.set(
      target,
      setTimeout(() => hide(target), scrollHideDelayMs),
    )
  }
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    document.removeEventListener('scroll', onScroll, { capture: true })
    for (const [element, timer] of timers) {
      clearTimeout(timer)
      hide(element)
    }
  }
}
