import { describe, expect, it } from 'vitest'
import { text } from '#schema/kernel/field-types.ts'
import { createStep, type EntityVerb, verb } from '#schema/kernel/verb.ts'
import { isUuidv7 } from '#schema/sync/protocol.ts'
import { commonPartOf, createsRow, includesRow, writtenRows } from './derived-ids.ts'
import { applyVerb, hashOfShown, type UnorderedRows } from './apply-verb.ts'
import { parseInput } from './verb-input.ts'

const changeId = '01940000-1234-7000-8000-000000000001'
const [seed, other] = ['2', '3'].map((end) => changeId.replace(/1$/, end)) as [string, string]
const investments = { entity: 'investments', field: 'projectId' } as const

const noteEach = verb('projects', 'noteEach', {
  auth: 'update',
  summary: 'The project, with a valuation per investment',
  input: { note: text(20) },
  creates: ['valuations'],
  appliesTo: ({ status }) => status !== 'EXITED',
  steps: (rows, { note }, { record, newId }) =>
    rows
      .where(investments, record.id)
      .map(({ id }) => createStep('valuations', newId('valuations', id as string), { source: id, note })),
  shown: (rows, _input, { record }) =>
    rows.where(investments, record.id).map(({ id, amount }) => ({
      entity: 'investments',
      id: id as string,
      fields: { amount },
    })),
  inverse: () => null,
})

const rowsOf = (ids: readonly string[], status = 'ACTIVE'): UnorderedRows => ({
  get: (_entity, id) => (id === 'p' ? { id, status } : undefined),
  where: () => ids.map((id) => ({ id, amount: '10.00' })),
})
const applied = (rows: UnorderedRows, more = {}) =>
  applyVerb(noteEach, rows, { id: 'p', fields: { note: 'x' }, changeId, index: 0, ...more })

describe('a verb', () => {
  it('ACT1 gives the same steps and result in whatever order rows are found', () => {
    expect(applied(rowsOf(['b', 'a']))).toEqual(applied(rowsOf(['a', 'b'])))
    expect(applied(rowsOf(['a', 'b']))!.shown!.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  const idsOf = (more = {}, ids = ['a', 'b']) => applied(rowsOf(ids), more)!.steps.map(({ id }) => id)

  it('ACT2 derives the ids of created rows from its seed and the row that each is for', () => {
    const ids = idsOf({ seed })
    expect(ids.every(isUuidv7)).toBe(true)
    expect(ids.every((id) => id.startsWith(seed.slice(0, 13)))).toBe(true)
    expect(idsOf({ seed, changeId: other, index: 3 }), 'of another change').toEqual(ids)
    expect(idsOf({ seed }, ['0', 'b'])[1], 'with other rows before it').toBe(ids[1])
    expect(new Set([...ids, ...idsOf({ seed: other })]).size).toBe(4)
  })

  it('ACT2 derives them from the change and the operation where there is no seed', () => {
    expect(idsOf()).toEqual(idsOf())
    expect(new Set([...idsOf(), ...idsOf({ index: 1 }), ...idsOf({ changeId: other })]).size).toBe(6)
  })

  it('ACT2 creates no two rows for the same one, and only rows that it says it creates', () => {
    expect(() => idsOf({ seed }, ['a', 'a'])).toThrow('two rows for the same one')
    const { creates: _, ...silent } = noteEach as EntityVerb
    const use = { id: 'p', fields: { note: 'x' }, changeId, index: 0 }
    expect(() => applyVerb(silent, rowsOf(['a']), use)).toThrow('does not say that it creates valuations')
  })

  it('ACT14 gives its rows ids that begin alike, and unlike those of another act', () => {
    const [one, two] = idsOf({ seed })
    const sent = { id: changeId, ops: [{ op: 'act', id: 'p', seed }] } as const
    expect(commonPartOf(one!)).toBe(commonPartOf(two!))
    expect([createsRow(sent, one!), createsRow(sent, idsOf({ seed: other })[0]!)]).toEqual([true, false])
    expect(includesRow(new Set(writtenRows(sent)), two!)).toBe(true)
  })

  it('ACT3 has another hash when an amount, a row or an id differs', () => {
    const row = { entity: 'investments', id: 'a', fields: { amount: '10.00', currency: 'USD' } }
    const hashes = [
      [row],
      [{ ...row, fields: { ...row.fields, amount: '10.01' } }],
      [{ ...row, id: 'b' }],
      [row, { ...row, id: 'b' }],
      [],
    ].map(hashOfShown)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashOfShown([{ ...row, fields: { currency: 'USD', amount: '10.00' } }])).toBe(hashes[0])
    expect(hashes[0]).toMatch(/^[\da-f]{64}$/)
  })

  it('ACT6 tells whether the verb applies to the record, and is null without a record', () => {
    expect([applied(rowsOf([]))?.isApplicable, applied(rowsOf([], 'EXITED'))?.isApplicable]).toEqual([true, false])
    expect(applied(rowsOf([]), { id: 'gone' })).toBeNull()
  })
})

describe('the input of a verb', () => {
  it('is parsed like the fields of a record, and unknown fields are refused or ignored', () => {
    expect(parseInput(noteEach, 'p', { note: 'x' })).toEqual({ ok: true, values: { note: 'x' } })
    expect(parseInput(noteEach, 'p', {})).toMatchObject({ ok: false, issues: { note: { key: 'required' } } })
    expect(parseInput(noteEach, 'p', { note: 'x', more: 1 })).toMatchObject({
      ok: false,
      issues: { more: { key: 'unknown' } },
    })
    expect(parseInput(noteEach, 'p', { note: 'x', more: 1 }, 'ignore')).toEqual({ ok: true, values: { note: 'x' } })
    expect(parseInput(noteEach, 'p', 'x').ok).toBe(false)
  })
})
