import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Name } from '#web/ui/format/name.tsx'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { Hint } from './hint.tsx'
import { hintDelayMs, skipDelayMs } from './hint-times.ts'
import { Hints } from './hints.tsx'

beforeEach(async () => {
  const Dot = () => <svg />
  await draw(
    await openTestStore(),
    <>
      <Hints />
      <Hint text="Active and committed amounts">
        <button type="button">Total AUM</button>
      </Hint>
      <IconButton label="Edit" icon={Dot} />
      {['4rem', '40rem'].map((maxInlineSize) => (
        <div key={maxInlineSize} data-cut style={{ maxInlineSize }}>
          <button type="button" data-hint="View Details" style={{ maxInlineSize: '100%', whiteSpace: 'nowrap' }}>
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
const aum = () => page.getByRole('button', { name: 'Total AUM' }).element()
const edit = () => page.getByRole('button', { name: 'Edit' }).element()
const plain = () => page.getByRole('button', { name: 'Plain' }).element()
const point = (at: Element, type = 'pointerover', pointerType = 'mouse') =>
  at.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
const formula = 'Active and committed amounts'

test('a hint appears after 700 ms, and at once within 300 ms of another one', async () => {
  expect([hintDelayMs, skipDelayMs]).toEqual([700, 300])
  point(aum())
  await pass(hintDelayMs - 1)
  expect(hints()).toEqual([])
  await pass(1)
  await expect.poll(hints).toEqual([formula])
  expect(aum()).toHaveAccessibleDescription(formula)
  // Hints share one delay: leave the group before the next one.
  point(plain())
  await pass(skipDelayMs)
  expect(hints()).toEqual([])
  point(edit())
  await pass(0)
  await expect.poll(hints).toEqual(['Edit'])
  expect(edit().getAttribute('aria-describedby')).toBeNull()
  point(plain())
  await pass(skipDelayMs + 1)
  point(aum())
  await pass(hintDelayMs - 1)
  expect(hints()).toEqual([])
  await pass(1)
  await expect.poll(hints).toEqual([formula])
})

test('a hint disappears on Escape, on a press and on scrolling', async () => {
  for (const leave of [
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    () => point(aum(), 'pointerdown'),
    () => document.body.dispatchEvent(new Event('scroll')),
  ]) {
    point(aum())
    await pass(hintDelayMs)
    await expect.poll(hints).toEqual([formula])
    leave()
    await pass(0)
    expect(hints()).toEqual([])
    await pass(1_000)
  }
})

test('a touch shows hints of explanations at once, and none of buttons', async () => {
  point(aum(), 'pointerdown', 'touch')
  await pass(0)
  await expect.poll(hints).toEqual([formula])
  point(edit(), 'pointerdown', 'touch')
  await pass(5_000)
  expect(hints()).toEqual([])
})

test('keyboard focus shows the hint', async () => {
  plain().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  ;(aum() as HTMLElement).focus({ focusVisible: true } as FocusOptions)
  await pass(hintDelayMs)
  await expect.poll(hints).toEqual([formula])
  ;(plain() as HTMLElement).focus()
  await pass(0)
  expect(hints()).toEqual([])
})

test('the hint of a name that is cut begins with the whole name, and is described without it', async () => {
  const [cut, whole] = page.getByRole('button', { name: 'Harbour Introductions' }).elements()
  point(cut!)
  await pass(hintDelayMs)
  await expect.poll(hints).toEqual(['Harbour IntroductionsView Details'])
  expect(cut).toHaveAccessibleDescription('View Details')
  point(whole!)
  await pass(0)
  await expect.poll(hints).toEqual(['View Details'])
})
