import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { pendingSearch } from './pending-search.ts'
import type { ListSearch, SetSearch } from './list-search.ts'
import { useSearchText } from './use-search-text.ts'

const setSearch = vi.fn<SetSearch<ListSearch>>()
const pauseMs = 300

beforeEach(() => {
  vi.resetAllMocks()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  onTestFinished(() => void vi.useRealTimers())
})

async function setup(search: ListSearch = {}) {
  const hook = await renderHook((props) => useSearchText('q', props ?? {}, setSearch), { initialProps: search })
  onTestFinished(() => hook.unmount())
  const { result, act } = hook
  return {
    ...hook,
    now: () => result.current,
    type: (text: string) =>
      act(() => {
        result.current.setFromTyping(text)
        vi.advanceTimersByTime(20)
      }),
    give: (text: string) => act(() => result.current.setFromOutside(text)),
    advance: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  }
}

test('the address is written once, after a pause, with the last typed text', async () => {
  const { type, advance, now } = await setup()
  for (const text of ['q', 'qu', 'qua']) await type(text)
  expect(now().text).toBe('qua')
  await advance(pauseMs - 1)
  expect(setSearch).not.toHaveBeenCalled()
  expect(pendingSearch()).toEqual({ q: 'qua' })
  await advance(1)
  expect(setSearch.mock.calls).toEqual([[{ q: 'qua' }]])
  expect(pendingSearch()).toBeNull()
})

test('typed text applies after the frame is painted and does not set the field', async () => {
  const { result, act, now, advance } = await setup()
  const { externalText: external } = now()
  await act(() => result.current.setFromTyping('quay'))
  expect([now().text, pendingSearch()]).toEqual(['', { q: 'quay' }])
  await advance(20)
  expect(now().text).toBe('quay')
  expect(now().externalText).toBe(external)
})

test('text set from outside applies immediately and is passed to the field, even the same text again', async () => {
  const { give, now, type, advance } = await setup({ q: 'quay' })
  const { externalText: external } = now()
  expect(external).toEqual({ text: 'quay' })
  await type('quay of')
  await give('')
  expect([now().text, now().externalText]).toEqual(['', { text: '' }])
  const cleared = now().externalText
  await give('')
  expect(now().externalText).not.toBe(cleared)
  await advance(pauseMs)
  expect(setSearch.mock.calls).toEqual([[{ q: undefined }]])
})

test('text typed just before text is set from outside does not come back', async () => {
  const { result, act, give, now, advance } = await setup()
  await act(() => result.current.setFromTyping('quay'))
  await give('')
  await advance(pauseMs)
  expect([now().text, setSearch.mock.calls]).toEqual(['', []])
})

test('Back and links override text that is not written yet', async () => {
  const { type, rerender, now, advance } = await setup({ q: 'quay' })
  await type('quay of Safi')
  await rerender({ q: 'dock' })
  expect([now().text, now().externalText, pendingSearch()]).toEqual(['dock', { text: 'dock' }, null])
  await advance(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})

test('an address written by the field does not set the field again', async () => {
  const { type, rerender, now, advance } = await setup()
  const { externalText: external } = now()
  await type('quay')
  await advance(pauseMs)
  await rerender({ q: 'quay' })
  expect(now().externalText).toBe(external)
  await type('quays')
  await advance(pauseMs)
  expect(setSearch.mock.calls).toEqual([[{ q: 'quay' }], [{ q: 'quays' }]])
})

test('text that returns to that of the address is not pending and is not written', async () => {
  const { type, advance } = await setup({ q: 'quay' })
  await type('quays')
  await type('quay')
  expect(pendingSearch()).toBeNull()
  await advance(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})

test('text that is already in the address is never pending', async () => {
  const { give, result, act } = await setup({ q: 'quay' })
  await give('quay')
  expect(pendingSearch()).toBeNull()
  await act(() => result.current.setFromTyping('quays'))
  await act(() => result.current.setFromTyping('quay'))
  expect(pendingSearch()).toBeNull()
})

test('an unmounted list writes nothing', async () => {
  const { type, unmount } = await setup()
  await type('quay')
  expect(pendingSearch()).toEqual({ q: 'quay' })
  await unmount()
  expect(pendingSearch()).toBeNull()
  vi.advanceTimersByTime(pauseMs)
  expect(setSearch).not.toHaveBeenCalled()
})
