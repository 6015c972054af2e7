import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { preloadWhenIdle, usePreloadWhenIdle } from './preload-when-idle.ts'

let attempts = { broken: 0, working: 0 }
const calls = () => [attempts.broken, attempts.working]
/** Not a mock: a mock would handle the rejection itself. */
const broken = () => {
  attempts.broken++
  return Promise.reject(new Error('No network'))
}
const working = async () => void attempts.working++

beforeEach(() => {
  attempts = { broken: 0, working: 0 }
})

function idleBrowser() {
  const callbacks = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    callbacks.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => callbacks.delete(id))
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => {
    for (const run of callbacks.values()) run()
    callbacks.clear()
  }
}

test('code is loaded when the browser is idle, and a failed load does not stop the others', () => {
  const idle = idleBrowser()
  preloadWhenIdle([broken, working])
  expect(calls()).toEqual([0, 0])
  // An unhandled rejection fails the run.
  idle()
  expect(calls()).toEqual([1, 1])
})

test('nothing is loaded after the screen was unmounted', async () => {
  const idle = idleBrowser()
  const all = [working]
  const { unmount } = await renderHook(() => usePreloadWhenIdle(all))
  await unmount()
  idle()
  expect(calls()).toEqual([0, 0])
  await renderHook(() => usePreloadWhenIdle(all))
  idle()
  expect(calls()).toEqual([0, 1])
})

test('without requestIdleCallback code is loaded after a second unless the screen was unmounted', () => {
  const { requestIdleCallback } = globalThis
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    Object.assign(globalThis, { requestIdleCallback })
  })
  const cancel = preloadWhenIdle([broken])
  preloadWhenIdle([working])
  cancel()
  vi.advanceTimersByTime(999)
  expect(calls()).toEqual([0, 0])
  vi.advanceTimersByTime(1)
  expect(calls()).toEqual([0, 1])
})
