// Collects what people type while the palette loads, so that no key acts on the page behind it.
import { useLayoutEffect } from 'react'

/** Null while nothing is being collected. */
let typed: string | null = null

/** Their default action would hit the page behind. */
const actingKeys = ['Enter', 'Tab', 'Backspace', 'Delete']

function keep(event: KeyboardEvent): void {
  if (typed === null) return
  event.stopImmediatePropagation()
  const { key, ctrlKey, metaKey, altKey } = event
  // AltGr counts as Ctrl+Alt on Windows, and many keyboards need it for @ and €.
  if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return
  const isSign = /^.$/u.test(key)
  if (isSign || actingKeys.includes(key)) event.preventDefault()
  if (isSign) typed += key
  else if (key === 'Backspace') typed = typed.slice(0, -1)
}

export function useTypedAhead(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    typed = ''
    addEventListener('keydown', keep, { capture: true })
    return () => {
      typed = null
      removeEventListener('keydown', keep, { capture: true })
    }
  }, [opened])
}

/** From here on the field receives the keys itself. */
export function drainTyped(): string {
  const text = typed ?? ''
  typed = null
  return text
}
