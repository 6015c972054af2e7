import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollHideDelayMs, watchScrollBars } from './scroll-bars.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stop = watchScrollBars()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('scroll bars are visible while scrolling and for 600 ms afterwards', async () => {
  expect(scrollHideDelayMs).toBe(600)
  const [list, other] = [document.createElement('div'), document.createElement('div')]
  document.body.append(list, other)
  const isSeen = () => [list, other].map((each) => each.hasAttribute('data-scrolling'))
  const scroll = () => list.dispatchEvent(new Event('scroll'))
  scroll()
  expect(isSeen()).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(scrollHideDelayMs - 1)
  scroll()
  await vi.advanceTimersByTimeAsync(scrollHideDelayMs - 1)
  expect(isSeen()).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(isSeen()).toEqual([false, false])
  scroll()
  stop()
  expect(isSeen()).toEqual([false, false])
  list.remove()
  other.remove()
})
