import { expect, test } from 'vitest'
import type { Conflict, Operation, Verdict } from '#schema/sync/protocol.ts'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import {
  operationsWithoutConflict,
  byRecord,
  conflictGroups,
  hasSavedTheRest,
  settlingOf,
  supersededBy,
} from './change-parts.ts'

const update = (id: string, fields: Record<string, unknown>): Operation => ({
  op: 'update',
  entity: 'projects',
  id,
  fields,
  base: {},
})
const conflict = (id: string, field: string, overrides: Partial<Conflict> = {}): Conflict => ({
  entity: 'projects',
  id,
  field,
  base: null,
  yours: 1,
  theirs: 2,
  ...overrides,
})
const entry = (overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'change',
  at: '2025-06-30T10:00:00Z',
  state: 'attention',
  ops: [update('quay', { name: 'Quay' })],
  verdict: null,
  names: {},
  ...overrides,
})
const verdict = (overrides: Partial<Verdict>): Verdict => ({
  id: 'change',
  verdict: 'conflict',
  number: null,
  ...overrides,
})

test('the rest of a change is shown by record, and deletes have no fields', () => {
  const ops = [
    update('quay', { location: 'Fes', name: 'Quay' }),
    update('mole', { location: 'Fes' }),
    { op: 'delete', entity: 'projects', id: 'pier', base: {} } as Operation,
  ]
  const conflicts = [conflict('quay', 'location')]
  expect(operationsWithoutConflict(entry({ ops, verdict: verdict({ conflicts }) }))).toEqual([
    update('quay', { name: 'Quay' }),
    update('mole', { location: 'Fes' }),
  ])
  expect(
    operationsWithoutConflict(
      entry({ ops, verdict: verdict({ conflicts: [...conflicts, conflict('quay', 'name')] }) }),
    ),
  ).toEqual([update('mole', { location: 'Fes' })])
  expect(operationsWithoutConflict(entry({ ops, verdict: verdict({ verdict: 'rejected' }) }))).toEqual([])
})

test('the options for a returned change depend on the reason', () => {
  const conflicts = [conflict('quay', 'location')]
  const settlingFor = (overrides: Partial<Verdict>) => settlingOf(entry({ verdict: verdict(overrides) }))
  expect(settlingFor({ code: 'DELETED', conflicts })).toBe('gone')
  expect(settlingFor({ code: 'PARENT_GONE', verdict: 'rejected' })).toBe('gone')
  expect(settlingFor({ code: 'DELETE_CHANGED', conflicts })).toBe('delete')
  expect(settlingFor({ code: 'CONFLICT', conflicts })).toBe('fields')
  expect(settlingFor({ conflicts: [] })).toBe('whole')
  expect(settlingFor({ code: 'FORBIDDEN', verdict: 'rejected', conflicts })).toBe('whole')
  expect(settlingOf(entry())).toBe('whole')
  const deletion = [{ op: 'delete', entity: 'projects', id: 'quay' }] as const
  const refused = verdict({ code: 'HAS_INVESTMENTS', verdict: 'rejected' })
  expect(settlingOf(entry({ ops: deletion, verdict: refused }))).toBe('delete')
})

test('fields that merge together need one decision per record, unknown ones one each', () => {
  const groups = conflictGroups([
    conflict('quay', 'targetAmount'),
    conflict('quay', 'location'),
    conflict('quay', 'currency'),
    conflict('mole', 'currency'),
    conflict('later', 'ratio', { entity: 'covenants' }),
    conflict('later', 'limit', { entity: 'covenants' }),
  ])
  expect(groups.map(({ id, field, conflicts }) => [id, field, conflicts.map((each) => each.field)])).toEqual([
    ['quay', 'targetAmount', ['targetAmount', 'currency']],
    ['quay', 'location', ['location']],
    ['mole', 'currency', ['currency']],
    ['later', 'ratio', ['ratio']],
    ['later', 'limit', ['limit']],
  ])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(5)
})

test('the rest of a change is saved only where one record conflicts', () => {
  const two = [update('quay', {}), update('mole', {})]
  expect(hasSavedTheRest(entry({ verdict: verdict({}) }))).toBe(true)
  expect(hasSavedTheRest(entry({ verdict: verdict({}), ops: two }))).toBe(false)
  expect(hasSavedTheRest(entry({ verdict: verdict({ verdict: 'rejected' }) }))).toBe(false)
})

test('a returned change lists the open changes superseded with it', () => {
  const failedEntry = (id: string, state: OutboxEntry['state'], because = 'change') => entry({ id, state, because })
  const outbox = [
    entry(),
    failedEntry('a', 'attention'),
    failedEntry('b', 'waiting'),
    failedEntry('c', 'sent'),
    failedEntry('d', 'settled'),
    failedEntry('e', 'attention', 'other'),
  ]
  expect(supersededBy(outbox, entry()).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('changes are grouped by the record they touch first, in the order given', () => {
  const updateOf = (id: string, ...records: string[]) => entry({ id, ops: records.map((record) => update(record, {})) })
  const groups = byRecord([updateOf('3', 'quay', 'mole'), updateOf('2', 'mole'), updateOf('1', 'quay'), updateOf('0')])
  expect(groups.map(({ id, entries }) => [id, entries.map((each) => each.id)])).toEqual([
    ['quay', ['3', '1']],
    ['mole', ['2']],
    ['', ['0']],
  ])
})
