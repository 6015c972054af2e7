import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSlow } from './use-slow.ts'

async function setup() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, rerender, act } = await renderHook((props) => useSlow(props?.busy ?? false), {
    initialProps: { busy: true },
  })
  return {
    result,
    busy: (busy: boolean) => rerender({ busy }),
    advance: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('work counts as slow after the delay and until it ends', async () => {
  const { result, busy, advance } = await setup()
  await advance(149)
  expect(result.current).toBe(false)
  await advance(1)
  expect(result.current).toBe(true)
  await busy(false)
  expect(result.current).toBe(false)
})

test('work that ends before the delay is never slow, and each run starts its own delay', async () => {
  const { result, busy, advance } = await setup()
  await advance(100)
  await busy(false)
  await busy(true)
  await advance(100)
  expect(result.current).toBe(false)
  await advance(50)
  expect(result.current).toBe(true)
})
