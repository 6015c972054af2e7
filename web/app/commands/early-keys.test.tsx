import { expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { drainEarlyKeys, useEarlyKeys } from './early-keys.ts'

const press = (key: string) => dispatchEvent(new KeyboardEvent('keydown', { key }))
const drained = () => drainEarlyKeys().map(({ key }) => key)

test('early keys are replayed once and dropped after two seconds', async () => {
  const { unmount } = await renderHook(useEarlyKeys)
  press('g')
  press('p')
  expect([drained(), drained()]).toEqual([['g', 'p'], []])
  press('n')
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_001)
  expect(drained()).toEqual([])
  now.mockRestore()
  await unmount()
})

test('early keys are dropped when the app unmounts', async () => {
  const { unmount } = await renderHook(useEarlyKeys)
  press('g')
  await unmount()
  press('p')
  expect(drained()).toEqual([])
})
