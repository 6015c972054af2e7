// After an overlay closes, the page beneath briefly ignores presses: a double tap on Save must not press a row.
import { useLayoutEffect } from 'react'
import classes from './press-shield.module.css'

export const shieldedMs = 350

let shield: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** An element, not only listeners: code that looks up the press target must find the shield. */
function raiseShield(): HTMLElement {
  const element = document.createElement('div')
  element.className = classes['shield'] ?? ''
  element.dataset['pressShield'] = ''
  for (const press of ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu']) {
    element.addEventListener(press, swallow)
  }
  // A touch that starts on the shield presses nothing, even if it ends after the shield is removed.
  element.addEventListener('touchstart', swallow, { passive: false })
  document.body.append(element)
  return element
}

/** Whether the key presses buttons; in a text field, space is a character. */
const isPressKey = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' || (key === ' ' && !(target instanceof HTMLElement && target.matches('input, textarea')))

/** A key held down since before the shield presses nothing until it is released. */
let isSuppressed = false

addEventListener(
  'keydown',
  (event) => {
    if (!isPressKey(event)) return
    if (!event.repeat) isSuppressed = shield !== null
    if (!isSuppressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  { capture: true },
)

addEventListener('keyup', (event) => isSuppressed && isPressKey(event) && event.preventDefault(), { capture: true })

export function shieldPresses(): void {
  shield ??= raiseShield()
  isSuppressed = true
  clearTimeout(timer)
  timer = setTimeout(lowerShield, shieldedMs)
}

export function lowerShield(): void {
  shield?.remove()
  shield = null
}

export function usePressShield(opened: boolean): void {
  useLayoutEffect(() => (opened ? shieldPresses : undefined), [opened])
}
