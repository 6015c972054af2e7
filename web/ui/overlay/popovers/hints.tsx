// One tooltip for the page: elements have its text in `data-hint`, so they cost nothing to render and share one delay.
import { Tooltip } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { Name } from '#web/ui/format/name.tsx'
import { delayFor } from './hint-times.ts'

interface ShownHint {
  readonly element: HTMLElement
  readonly text: string
  readonly name: string | undefined
}

function truncatedName(element: Element): string | undefined {
  const name = element.querySelector('bdi')
  const isTruncated = name && (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
  return isTruncated ? name.textContent : undefined
}

const hintElementOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null

function watchHints(show: (shown: ShownHint | null) => void): () => void {
  let current: HTMLElement | null = null
  let isShown = false
  let lastShown = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    if (isShown) lastShown = performance.now()
    isShown = false
    current = null
    show(null)
  }
  const showNow = (element: HTMLElement) => {
    const text = element.dataset['hint']
    if (!text || !element.isConnected) return
    isShown = true
    show({ element, text, name: truncatedName(element) })
  }
  const scheduleHint = (element: HTMLElement | null, delay?: number) => {
    if (element === current) return
    if (current) hide()
    if (!element) return
    current = element
    timer = setTimeout(() => showNow(element), delay ?? delayFor(performance.now(), lastShown))
  }
  const onOver = ({ target, pointerType }: PointerEvent) =>
    pointerType !== 'touch' && scheduleHint(hintElementOf(target))
  const onFocus = ({ target }: FocusEvent) => {
    const element = hintElementOf(target)
    // A click focuses too; only keyboard focus shows the hint.
    if (!element?.matches(':focus-visible')) return
    // In a list it would cover the row above.
    if (element.dataset['record'] === undefined || truncatedName(element)) scheduleHint(element)
  }
  const onBlur = ({ target }: FocusEvent) => hintElementOf(target) === current && hide()
  // A click hides the hint, except on touch screens for elements that can only be explained by a touch.
  const onPress = ({ target, pointerType }: PointerEvent) => {
    const element = hintElementOf(target)
    const previous = current
    hide()
    if (pointerType === 'touch' && element && element !== previous && element.dataset['hintTouched'])
      scheduleHint(element, 0)
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
  const [shown, setShown] = useState<ShownHint | null>(null)
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
