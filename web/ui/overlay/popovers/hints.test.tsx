import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Name } from '#web/ui/format/name.tsx'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { Hint } from './hint.tsx'
import { hintDelayMs, skipDelayMs } from './hint-times.ts'
import { Hints } from './hints.tsx'

beforeEach(async () => {
  const Dot = () => <svg />
  await render(
    await openTestStore(),
    <>
      <Hints />
      <Hint text="Active and committed amounts">
        <button type="button">Total AUM</button>
      </Hint>
      <IconButton label="Edit" icon={Dot} />
      {['4rem', '40rem'].map((maxInlineSize) => (
        <div key={maxInlineSize} data-cut style={{ maxInlineSize }}>
          <button
            type="button"
            data-hint="View details"
            data-record={maxInlineSize}
            style={{ maxInlineSize: '100%', whiteSpace: 'nowrap' }}
          >
            <Name>Harbour Introductions</Name>
          </button>
        </div>
      ))}
      <button type="button">Plain</button>
    </>,
  )
  // The pointer of an earlier test must not hover an element of this one.
  await page.getByRole('button', { name: 'Plain' }).hover()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => vi.useRealTimers())

const hints = () => [...document.querySelectorAll('[role=tooltip]')].map((each) => each.textContent)
const explanation = () => page.getByRole('button', { name: 'Total AUM' }).element()
const edit = () => page.getByRole('button', { name: 'Edit' }).element()
const plain = () => page.getByRole('button', { name: 'Plain' }).element()
const dispatchPointer = (at: Element, type = 'pointerover', pointerType = 'mouse') =>
  at.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
const formula = 'Active and committed amounts'

test('a hint appears after 700 ms, and immediately within 300 ms of another one', async () => {
  expect([hintDelayMs, skipDelayMs]).toEqual([700, 300])
  dispatchPointer(explanation())
  await wait(hintDelayMs - 1)
  expect(hints()).toEqual([])
  await wait(1)
  await expect.poll(hints).toEqual([formula])
  expect(explanation()).toHaveAccessibleDescription(formula)
  // Hints share one delay: leave the group before the next one.
  dispatchPointer(plain())
  await wait(skipDelayMs)
  expect(hints()).toEqual([])
  dispatchPointer(edit())
  await wait(0)
  await expect.poll(hints).toEqual(['Edit'])
  expect(edit().getAttribute('aria-describedby')).toBeNull()
  dispatchPointer(plain())
  await wait(skipDelayMs + 1)
  dispatchPointer(explanation())
  await wait(hintDelayMs - 1)
  expect(hints()).toEqual([])
  await wait(1)
  await expect.poll(hints).toEqual([formula])
})

test('a hint disappears on Escape, on a click and on scrolling', async () => {
  for (const dismiss of [
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    () => dispatchPointer(explanation(), 'pointerdown'),
    () => document.body.dispatchEvent(new Event('scroll')),
  ]) {
    dispatchPointer(explanation())
    await wait(hintDelayMs)
    await expect.poll(hints).toEqual([formula])
    dismiss()
    await wait(0)
    expect(hints()).toEqual([])
    await wait(1_000)
  }
})

test('a touch shows hints of explanations immediately but not hints of buttons', async () => {
  dispatchPointer(explanation(), 'pointerdown', 'touch')
  await wait(0)
  await expect.poll(hints).toEqual([formula])
  dispatchPointer(edit(), 'pointerdown', 'touch')
  await wait(5_000)
  expect(hints()).toEqual([])
})

test('keyboard focus shows the hint', async () => {
  plain().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  ;(explanation() as HTMLElement).focus({ focusVisible: true } as FocusOptions)
  await wait(hintDelayMs)
  await expect.poll(hints).toEqual([formula])
  ;(plain() as HTMLElement).focus()
  await wait(0)
  expect(hints()).toEqual([])
})

test('keyboard focus on the name of a record shows the hint only if the name is truncated', async () => {
  const [cut, whole] = page.getByRole('button', { name: 'Harbour Introductions' }).elements() as HTMLElement[]
  whole!.focus({ focusVisible: true } as FocusOptions)
  await wait(hintDelayMs)
  expect(hints()).toEqual([])
  cut!.focus({ focusVisible: true } as FocusOptions)
  await wait(hintDelayMs)
  await expect.poll(hints).toEqual(['Harbour IntroductionsView details'])
})

test('the hint of a truncated name begins with the full name, but its description does not', async () => {
  const [cut, whole] = page.getByRole('button', { name: 'Harbour Introductions' }).elements()
  dispatchPointer(cut!)
  await wait(hintDelayMs)
  await expect.poll(hints).toEqual(['Harbour IntroductionsView details'])
  expect(cut).toHaveAccessibleDescription('View details')
  dispatchPointer(whole!)
  await wait(0)
  await expect.poll(hints).toEqual(['View details'])
})
