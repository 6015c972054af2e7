// An overlay that closes under a finger shields the page beneath for a moment: the second tap of a double tap on Save
// must not press the row that is there now.
import { useLayoutEffect } from 'react'
import classes from './press-shield.module.css'

export const shieldedMs = 350

let shield: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Raises an element, not only listeners: code that looks for the target of a press must find the shield. */
function raise(): HTMLElement {
  const element = document.createElement('div')
  element.className = classes['shield'] ?? ''
  element.dataset['pressShield'] = ''
  for (const press of ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu']) {
    element.addEventListener(press, swallow)
  }
  // A touch that begins on the shield presses nothing, even when it ends after the shield is gone.
  element.addEventListener('touchstart', swallow, { passive: false })
  document.body.append(element)
  return element
}

/** Whether the key presses buttons; in a text field a space is a letter. */
const presses = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' || (key === ' ' && !(target instanceof HTMLElement && target.matches('input, textarea')))

/** A key held since before the shield keeps repeating after it is gone: it presses nothing until it is released. */
let held = false

addEventListener(
  'keydown',
  (event) => {
    if (!presses(event)) return
    if (!event.repeat) held = shield !== null
    if (!held) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  { capture: true },
)

// The space bar presses a button on release.
addEventListener('keyup', (event) => held && presses(event) && event.preventDefault(), { capture: true })

/** Ignores presses from now on, for as long as a second tap may take. */
export function shieldPresses(): void {
  shield ??= raise()
  held = true
  clearTimeout(timer)
  timer = setTimeout(lowerShield, shieldedMs)
}

export function lowerShield(): void {
  shield?.remove()
  shield = null
}

/** Shields the page beneath an overlay when it closes, in whatever way it closes. */
export function usePressShield(opened: boolean): void {
  useLayoutEffect(() => (opened ? shieldPresses : undefined), [opened])
}
