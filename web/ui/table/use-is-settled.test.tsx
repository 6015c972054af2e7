import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useIsSettled } from './use-is-settled.ts'

async function setup(first?: object) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { result, rerender, act } = await renderHook((props) => useIsSettled(props?.value), {
    initialProps: { value: first },
  })
  return {
    result,
    setValue: (value: object | undefined) => rerender({ value }),
    advance: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('a value that changes with every key settles only after the last one', async () => {
  const { result, setValue, advance } = await setup({})
  for (const value of [{}, {}, {}]) {
    await advance(800)
    await setValue(value)
    expect(result.current).toBe(false)
  }
  await advance(999)
  expect(result.current).toBe(false)
  await advance(1)
  expect(result.current).toBe(true)
  await setValue({})
  expect(result.current).toBe(false)
})

test('rows without an arrangement settle, too', async () => {
  const { result, advance } = await setup()
  await advance(999)
  expect(result.current).toBe(false)
  await advance(1)
  expect(result.current).toBe(true)
})
