import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { preloadWhenIdle, usePreloadWhenIdle } from './preload-when-idle.ts'

let asked = { broken: 0, working: 0 }
const calls = () => [asked.broken, asked.working]
/** Not a mock: a mock would handle the rejection itself. */
const broken = () => {
  asked.broken++
  return Promise.reject(new Error('No network'))
}
const working = async () => void asked.working++

beforeEach(() => {
  asked = { broken: 0, working: 0 }
})

function idleBrowser() {
  const waiting = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set(++last, run)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id))
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => {
    for (const run of waiting.values()) run()
    waiting.clear()
  }
}

test('code is loaded when the browser is idle, and a load that fails hinders no other', () => {
  const idle = idleBrowser()
  preloadWhenIdle([broken, working])
  expect(calls()).toEqual([0, 0])
  // An unhandled rejection fails the run.
  idle()
  expect(calls()).toEqual([1, 1])
})

test('nothing is loaded for a screen that was left', async () => {
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

test('a browser that never says that it is idle loads after a second, unless the screen was left', () => {
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
