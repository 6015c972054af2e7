import { describe, expect, it } from 'vitest'
import type { Verdict } from '#schema/sync/protocol.ts'
import { Entries } from './entries.ts'
import { causeIdOf, isToSend } from './outbox-entry.ts'
import type { OutboxRecord } from './outbox-documents.ts'
import { uuid7 } from '#web/store/test/device.ts'

const [root, dependent] = [uuid7('root'), uuid7('dependent')]

const change = (id: string): OutboxRecord => ({
  kind: 'change',
  format: 1,
  change: {
    id,
    at: '2026-01-01T00:00:00.000Z',
    ops: [{ op: 'update', entity: 'projects', id: uuid7('Harbour'), fields: { name: id }, base: { name: '' } }],
  },
})

const receipt = (history: number, verdicts: readonly Verdict[], superseded: string[] = []): OutboxRecord => ({
  kind: 'receipt',
  format: 2,
  epoch: 'epoch-1',
  history,
  at: 1,
  verdicts,
  superseded: superseded.map((id) => ({ id, because: root })),
})

const verdictOf = (verdict: Verdict['verdict'], code?: Verdict['code']): Verdict => ({
  id: dependent,
  verdict,
  number: verdict === 'applied' ? 7 : null,
  ...(code ? { code } : {}),
})

const expectedRefusal = receipt(0, [], [dependent])
const discard: OutboxRecord = { kind: 'discard', format: 1, ids: [root] }

function afterAll(...records: readonly OutboxRecord[]) {
  const outcomes = permutations(records).map((order) => {
    const entries = new Entries()
    for (const record of order) entries.apply(`${records.indexOf(record)}`, record, null)
    const entry = entries.find(dependent)!
    return { verdict: entry.verdict?.verdict ?? null, because: causeIdOf(entry), isToSend: isToSend(entry, 0) }
  })
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  return outcomes[0]
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]]
  return all.flatMap((first) => permutations(all.filter((each) => each !== first)).map((rest) => [first, ...rest]))
}

describe('a change that a tab expects to be refused', () => {
  const made = [change(root), change(dependent), discard, expectedRefusal]

  it('TAB2 is still sent', () => {
    expect(afterAll(...made)).toEqual({ verdict: null, because: root, isToSend: true })
  })

  it('TAB2 TAB4 is accepted if the server accepts it', () => {
    const accepted = receipt(0, [verdictOf('applied')])
    expect(afterAll(...made, accepted)).toEqual({ verdict: 'applied', because: null, isToSend: false })
  })

  it('TAB2 gets the conflict of its own verdict', () => {
    const conflict = receipt(0, [verdictOf('conflict', 'CONFLICT')])
    expect(afterAll(...made, conflict)).toEqual({ verdict: 'conflict', because: null, isToSend: false })
  })

  it('TAB2 SEND8 stays with the failed change if the server also refuses it', () => {
    const superseded = receipt(0, [verdictOf('rejected', 'SUPERSEDED')])
    expect(afterAll(...made, superseded)).toEqual({ verdict: 'rejected', because: root, isToSend: false })
  })

  it('TAB2 HIST5 also applies to a change accepted in an ended epoch', () => {
    const records = [change(root), change(dependent), receipt(0, [verdictOf('applied')]), receipt(1, [], [dependent])]
    expect(afterAll(...records)).toMatchObject({ verdict: 'applied', because: root })
  })
})
