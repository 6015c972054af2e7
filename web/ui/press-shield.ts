// What closes under a finger shields what lies beneath: the second tap on Save was meant for Save, and not for the row
// that is there now.
import { useLayoutEffect } from 'react'
import classes from './press-shield.module.css'

const shieldedMs = 350

let shield: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Caught by an element and not by listeners alone: whatever looks for the target of a press finds this one. */
function raise(): HTMLElement {
  const element = document.createElement('div')
  element.className = classes['shield'] ?? ''
  element.dataset['pressShield'] = ''
  for (const press of ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu']) {
    element.addEventListener(press, swallow)
  }
  // A touch that begins on it presses nothing, also when it ends after the shield has gone.
  element.addEventListener('touchstart', swallow, { passive: false })
  document.body.append(element)
  return element
}

/** The keys that press; in a text a space is a letter. */
const presses = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' || (key === ' ' && !(target instanceof HTMLElement && target.matches('input, textarea')))

/** A key that is held since before goes on repeating when the shield has gone: it presses nothing until it is let go. */
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

// A button is pressed when the space bar is let go.
addEventListener('keyup', (event) => held && presses(event) && event.preventDefault(), { capture: true })

/** From now on a press means nothing for as long as a second tap may take. */
export function shieldPresses(): void {
  shield ??= raise()
  held = true
  clearTimeout(timer)
  timer = setTimeout(() => {
    shield?.remove()
    shield = null
  }, shieldedMs)
}

/** Shields what lies beneath an overlay when it closes, however it is closed. */
export function usePressShield(opened: boolean): void {
  useLayoutEffect(() => (opened ? shieldPresses : undefined), [opened])
}
