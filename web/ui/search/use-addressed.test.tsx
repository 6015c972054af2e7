import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { lateSearch } from './late-search.ts'
import type { ListSearch, SetSearch } from './list-search.ts'
import { useAddressed } from './use-addressed.ts'

const setSearch = vi.fn<SetSearch<ListSearch>>()
const pauseMs = 300

beforeEach(() => {
  vi.resetAllMocks()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  onTestFinished(() => void vi.useRealTimers())
})

async function setup(search: ListSearch = {}) {
  const hook = await renderHook((props) => useAddressed('q', props ?? {}, setSearch), { initialProps: search })
  onTestFinished(() => hook.unmount())
  const { result, act } = hook
  return {
    ...hook,
    now: () => result.current,
    type: (text: string) =>
      act(() => {
        result.current.type(text)
        vi.advanceTimersByTime(20)
      }),
    give: (text: string) => act(() => result.current.give(text)),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('the address is written once, after a pause, with the last of what was typed', async () => {
  const { type, pass, now } = await setup()
  for (const text of ['q', 'qu', 'qua']) await type(text)
  expect(now().text).toBe('qua')
  await pass(pauseMs - 1)
  expect(setSearch).not.toHaveBeenCalled()
  expect(lateSearch()).toEqual({ q: 'qua' })
  await pass(1)
  expect(setSearch.mock.calls).toEqual([[{ q: 'qua' }]])
  expect(lateSearch()).toBeNull()
})

test('typed text applies after the frame is painted, and does not give the field a new value', async () => {
  const { result, act, now, pass } = await setup()
  const { given } = now()
  await act(() => result.current.type('quay'))
  expect([now().text, lateSearch()]).toEqual(['', { q: 'quay' }])
  await pass(20)
  expect(now().text).toBe('quay')
  expect(now().given).toBe(given)
})

test('given text applies at once and is passed to the field, also when it is the same text again', async () => {
  const { give, now, type, pass } = await setup({ q: 'quay' })
  const { given } = now()
  expect(given).toEqual({ text: 'quay' })
  await type('quay of')
  await give('')
  expect([now().text, now().given]).toEqual(['', { text: '' }])
  const cleared = now().given
  await give('')
  expect(now().given).not.toBe(cleared)
  await pass(pauseMs)
  expect(setSearch.mock.calls).toEqual([[{ q: undefined }]])
})

test('text that was typed just before something is given does not come back', async () => {
  const { result, act, give, now, pass } = await setup()
  await act(() => result.current.type('quay'))
  await give('')
  await pass(pauseMs)
  expect([now().text, setSearch.mock.calls]).toEqual(['', []])
})

test('Back and links win over text that is not written yet', async () => {
  const { type, rerender, now, pass } = await setup({ q: 'quay' })
  await type('quay of Safi')
  await rerender({ q: 'dock' })
  expect([now().text, now().given, lateSearch()]).toEqual(['dock', { text: 'dock' }, null])
  await pass(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})

test('the address that the field itself has written does not set the field again', async () => {
  const { type, rerender, now, pass } = await setup()
  const { given } = now()
  await type('quay')
  await pass(pauseMs)
  await rerender({ q: 'quay' })
  expect(now().given).toBe(given)
  await type('quays')
  await pass(pauseMs)
  expect(setSearch.mock.calls).toEqual([[{ q: 'quay' }], [{ q: 'quays' }]])
})

test('text that returns to what the address says is not late and is not written', async () => {
  const { type, pass } = await setup({ q: 'quay' })
  await type('quays')
  await type('quay')
  expect(lateSearch()).toBeNull()
  await pass(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})

test('what is already in the address is never late', async () => {
  const { give, result, act } = await setup({ q: 'quay' })
  await give('quay')
  expect(lateSearch()).toBeNull()
  await act(() => result.current.type('quays'))
  await act(() => result.current.type('quay'))
  expect(lateSearch()).toBeNull()
})

test('a list that is left writes nothing', async () => {
  const { type, unmount } = await setup()
  await type('quay')
  expect(lateSearch()).toEqual({ q: 'quay' })
  await unmount()
  expect(lateSearch()).toBeNull()
  vi.advanceTimersByTime(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})
