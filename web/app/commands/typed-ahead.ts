// Keys pressed while the palette loads are kept for its field, so that none acts on the page behind it.
import { useLayoutEffect } from 'react'

let collected: string | null = null

/** Their default action would affect the page behind. */
const keysWithDefaultAction = ['Enter', 'Tab', 'Backspace', 'Delete']

function collect(event: KeyboardEvent): void {
  if (collected === null) return
  event.stopImmediatePropagation()
  const { key, ctrlKey, metaKey, altKey } = event
  // AltGr counts as Ctrl+Alt on Windows, and many keyboards need it for @ and €.
  if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return
  const isCharacter = /^.$/u.test(key)
  if (isCharacter || keysWithDefaultAction.includes(key)) event.preventDefault()
  if (isCharacter) collected += key
  else if (key === 'Backspace') collected = collected.slice(0, -1)
}

export function useTypedAhead(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    collected = ''
    addEventListener('keydown', collect, { capture: true })
    return () => {
      collected = null
      removeEventListener('keydown', collect, { capture: true })
    }
  }, [opened])
}

/** From here on the field receives the keys itself. */
export function drainTyped(): string {
  const text = collected ?? ''
  collected = null
  return text
}
