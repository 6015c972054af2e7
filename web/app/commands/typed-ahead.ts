// What people type while the palette comes waits for its field: none of it acts on the page behind.
import { useLayoutEffect } from 'react'

/** Null while nobody waits. */
let typed: string | null = null

/** What these keys do by themselves would be done to the page behind. */
const actingKeys = ['Enter', 'Tab', 'Backspace', 'Delete']

function keep(event: KeyboardEvent): void {
  if (typed === null) return
  event.stopImmediatePropagation()
  const { key, ctrlKey, metaKey, altKey } = event
  // AltGr, by which many keyboards type @ and €, counts as Control and Alt on Windows.
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

/** Hands it to the field, which hears all later keys itself. */
export function drainTyped(): string {
  const text = typed ?? ''
  typed = null
  return text
}
