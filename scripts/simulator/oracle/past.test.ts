import { expect, it } from 'vitest'
import type { Call } from '../network/network.ts'
import { Past } from './past.ts'
import type { Entry, ServerState } from './server-state.ts'

const stateOf = (counter: number, changes: Readonly<Record<string, number>> = {}): ServerState => ({
  tenantId: '',
  counter,
  lastHash: '',
  verdicts: new Map(),
  checkpointHashes: new Map(),
  entries: Object.entries(changes).map(([changeId, number]) => ({ number, details: { changeId } }) as Entry),
})

it('BACK11 BACK12 a change that came back counts as later than what the copy held and what preceded it, and than nothing else', () => {
  const past = new Past()
  past.addEpoch(stateOf(15, { first: 12, second: 15, kept: 9 }))
  past.addCopy(stateOf(10))
  const resend = (...ids: readonly string[]) =>
    past.recordRequest({ body: JSON.stringify({ changes: ids.map((id) => ({ id, was: {} })) }) } as Call)
  const copied = { number: 9, changeId: 'kept' }
  expect(past.wasLater('second', copied), 'not resent yet').toBe(false)
  resend('first', 'second')
  expect(past.wasLater('second', copied)).toBe(true)
  expect(past.wasLater('second', { number: 11, changeId: 'first' })).toBe(true)
  expect(past.wasLater('first', { number: 11, changeId: 'second' })).toBe(false)
  expect(past.wasLater('second', { number: 11, changeId: 'new' })).toBe(false)
  resend('new')
  expect(past.wasLater('new', copied), 'never accepted before').toBe(false)
})
