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
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('work is slow once it has lasted longer than a person notices, until it ends', async () => {
  const { result, busy, pass } = await setup()
  await pass(149)
  expect(result.current).toBe(false)
  await pass(1)
  expect(result.current).toBe(true)
  await busy(false)
  expect(result.current).toBe(false)
})

test('work that ends in time is never slow, and each work has its own time', async () => {
  const { result, busy, pass } = await setup()
  await pass(100)
  await busy(false)
  await busy(true)
  await pass(100)
  expect(result.current).toBe(false)
  await pass(50)
  expect(result.current).toBe(true)
})
