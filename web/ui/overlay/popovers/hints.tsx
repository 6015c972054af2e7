// The page's only tooltip. Elements carry its text in `data-hint`, so that they cost nothing to draw and share one
// delay.
import { Tooltip } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { Name } from '#web/ui/format/name.tsx'
import { delayFor } from './hint-times.ts'

interface Shown {
  readonly element: HTMLElement
  readonly text: string
  /** The element's full name, if it is cut off. */
  readonly name: string | undefined
}

function cutName(element: Element): string | undefined {
  const name = element.querySelector('bdi')
  const isCut = name && (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
  return isCut ? name.textContent : undefined
}

const hinted = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null

function watchHints(show: (shown: Shown | null) => void): () => void {
  let at: HTMLElement | null = null
  let isShown = false
  let lastShown = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    if (isShown) lastShown = performance.now()
    isShown = false
    at = null
    show(null)
  }
  const showNow = (element: HTMLElement) => {
    const text = element.dataset['hint']
    if (!text || !element.isConnected) return
    isShown = true
    show({ element, text, name: cutName(element) })
  }
  const goTo = (element: HTMLElement | null, delay?: number) => {
    if (element === at) return
    if (at) hide()
    if (!element) return
    at = element
    timer = setTimeout(() => showNow(element), delay ?? delayFor(performance.now(), lastShown))
  }
  const onOver = ({ target, pointerType }: PointerEvent) => pointerType !== 'touch' && goTo(hinted(target))
  const onFocus = ({ target }: FocusEvent) => {
    const element = hinted(target)
    // A press focuses too; only keyboard focus shows the hint.
    if (element?.matches(':focus-visible')) goTo(element)
  }
  const onBlur = ({ target }: FocusEvent) => hinted(target) === at && hide()
  // A press hides the hint, except on touch screens for elements that can only be explained by a touch.
  const onPress = ({ target, pointerType }: PointerEvent) => {
    const element = hinted(target)
    const before = at
    hide()
    if (pointerType === 'touch' && element && element !== before && element.dataset['hintTouched']) goTo(element, 0)
  }
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()

  const listeners = [
    ['pointerover', onOver],
    ['focusin', onFocus],
    ['focusout', onBlur],
    ['pointerdown', onPress],
    ['keydown', onKey],
    ['scroll', hide],
  ] as const
  for (const [name, listener] of listeners)
    document.addEventListener(name, listener as EventListener, { capture: true, passive: true })
  return () => {
    hide()
    for (const [name, listener] of listeners)
      document.removeEventListener(name, listener as EventListener, { capture: true })
  }
}

export function Hints() {
  const [shown, setShown] = useState<Shown | null>(null)
  const id = useId()
  useEffect(() => watchHints(setShown), [])
  useEffect(() => {
    // The label already contains the hint.
    if (!shown || shown.element.getAttribute('aria-label') === shown.text) return
    shown.element.setAttribute('aria-describedby', id)
    return () => shown.element.removeAttribute('aria-describedby')
  }, [shown, id])
  if (!shown) return null
  return (
    <>
      <span id={id} hidden>
        {shown.text}
      </span>
      <Tooltip
        opened
        target={shown.element}
        label={
          <>
            {shown.name !== undefined && (
              <div>
                <Name>{shown.name}</Name>
              </div>
            )}
            {shown.text}
          </>
        }
        transitionProps={{ duration: 0 }}
      />
    </>
  )
}
