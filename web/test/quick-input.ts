// Clicks and fills with one message to the browser or none. Playwright's own take more than ten, which was more than
// half of the tests' time. A click is still one of the real mouse, and whatever is not ready within a second or moves
// away is left to Playwright, which waits and explains.
import { vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

const locators = Object.getPrototypeOf(page.elementLocator(document.body)) as Pick<Locator, 'click' | 'fill'>
const { click, fill } = locators

const longestWaitMs = 1_000
const textTypes = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'textarea'])
const nextFrame = requestAnimationFrame.bind(window)

/** Null also if there are several, which Playwright explains. */
function elementOf(locator: Locator): Element | null {
  try {
    return locator.query()
  } catch {
    return null
  }
}

const isEnabled = (element: Element): boolean =>
  !element.matches(':disabled') && !element.closest('[aria-disabled=true]')

/** The middle of what is on the screen, if a click there reaches the element. */
function middleOf(element: Element): { x: number; y: number } | undefined {
  const [box] = element.getClientRects()
  if (!box || !isEnabled(element)) return undefined
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
  return element.contains(document.elementFromPoint(x, y)) ? { x, y } : undefined
}

/** Reads once a frame. Only Playwright advances fake timers meanwhile. */
async function soon<T>(read: () => T | undefined): Promise<T | undefined> {
  const end = performance.now() + longestWaitMs
  while (!vi.isFakeTimers() && performance.now() < end) {
    const value = read()
    if (value) return value
    await new Promise(nextFrame)
  }
  return undefined
}

const clickEvents = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const

/** Stops the click before the page sees it if the element is no longer there. */
async function clickAt(element: Element, coords: { x: number; y: number }): Promise<boolean> {
  let isHit: boolean | undefined
  const check = (event: Event) => {
    isHit ??= element.contains(event.target as Node)
    if (isHit) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const name of clickEvents) addEventListener(name, check, { capture: true })
  await userEvent.pointer({ keys: '[MouseLeft]', coords })
  for (const name of clickEvents) removeEventListener(name, check, { capture: true })
  return isHit === true
}

locators.click = async function (this: Locator, options) {
  let last = ''
  const found = await soon(() => {
    const element = elementOf(this)
    if (!element || options) return undefined
    if (!middleOf(element)) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const coords = middleOf(element)
    // Two frames must agree, or it still moves.
    const isStill = JSON.stringify(coords) === last
    last = JSON.stringify(coords)
    return isStill && coords ? { element, coords } : undefined
  })
  const isDone = found && (await clickAt(found.element, found.coords))
  if (!isDone) await click.call(this, options)
}

locators.fill = async function (this: Locator, text, options) {
  const field = await soon(() => {
    const element = elementOf(this) as HTMLInputElement | HTMLTextAreaElement | null
    const isReady = element && textTypes.has(element.type) && !element.readOnly && isEnabled(element)
    return isReady && !options && element.checkVisibility() ? element : undefined
  })
  if (!field) return fill.call(this, text, options)
  window.focus()
  field.focus()
  field.select()
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
}
