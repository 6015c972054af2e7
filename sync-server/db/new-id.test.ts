import { expect, it, vi } from 'vitest'
import { isUuidv7 } from '#schema/sync/protocol.ts'
import { newId, nextRandomBytes } from './new-id.ts'

it('each id is a UUIDv7 higher than the one before, even within a moment and when the clock goes back', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const ids = Array.from({ length: 5_000 }, (_, i) => {
    if (i === 2_000) vi.setSystemTime(1_700_000_000_000)
    if (i === 4_000) vi.setSystemTime(1_800_000_000_001)
    return newId()
  })
  vi.useRealTimers()
  expect(ids.every(isUuidv7)).toBe(true)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})

it('random bytes are never returned twice', () => {
  const taken = Array.from({ length: 1_000 }, () => nextRandomBytes(16).toString('hex'))
  expect(new Set(taken).size).toBe(taken.length)
})
