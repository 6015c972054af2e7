import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSettled } from './use-settled.ts'

async function setup(first?: object) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, rerender, act } = await renderHook((props) => useSettled(props?.value), {
    initialProps: { value: first },
  })
  return {
    result,
    become: (value: object | undefined) => rerender({ value }),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('a value that changes with every key settles only after the last one', async () => {
  const { result, become, pass } = await setup({})
  for (const value of [{}, {}, {}]) {
    await pass(800)
    await become(value)
    expect(result.current).toBe(false)
  }
  await pass(999)
  expect(result.current).toBe(false)
  await pass(1)
  expect(result.current).toBe(true)
  await become({})
  expect(result.current).toBe(false)
})

test('rows without an arrangement settle, too', async () => {
  const { result, pass } = await setup()
  await pass(999)
  expect(result.current).toBe(false)
  await pass(1)
  expect(result.current).toBe(true)
})
