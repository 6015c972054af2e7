import { expect, it } from 'vitest'
import { createdByActs, derivedId } from './derived-ids.ts'
import { buildsOnRefused, isSame, refuseFields, touchedFields } from './change.ts'
import { registry } from '#schema/registry.ts'

const changeId = '01940000-1234-7000-8000-000000000001'

const update = (id: string, ...fields: readonly string[]) =>
  ({ op: 'update', entity: 'projects', id, fields: Object.fromEntries(fields.map((field) => [field, 'x'])) }) as const

it('a value equals itself, a missing one counts as null, and the order of members does not matter', () => {
  expect([isSame('1.00', '1.00'), isSame(undefined, null), isSame({ a: 1, b: [2] }, { b: [2], a: 1 })]).toEqual([
    true,
    true,
    true,
  ])
  expect([
    isSame('1', 1),
    isSame('', null),
    isSame({ a: 1 }, { a: 2 }),
    isSame([1, 2], [2, 1]),
    isSame({}, null),
  ]).toEqual(Array(5).fill(false))
})

it('an update touches its fields and those that merge with them; other operations touch none', () => {
  expect(registry.projects.groups).toContainEqual(['targetAmount', 'currency'])
  expect([...touchedFields(update('a', 'targetAmount', 'name'))].sort()).toEqual(['currency', 'name', 'targetAmount'])
  expect(touchedFields({ op: 'delete', entity: 'projects', id: 'a' })).toEqual([])
  expect(touchedFields({ ...update('a', 'colour'), entity: 'newer' })).toEqual(['colour'])
})

it('PUSH9 SEND8 a change builds on a row that was not created, or on a field of a group that was refused', () => {
  const source = { changeId, index: 0 }
  const ofAct = createdByActs({ id: changeId, ops: [{ op: 'act', id: 'a' }] })
  const refused = { rows: new Set(['gone', ...ofAct]), fields: new Set<string>() }
  refuseFields(refused, update('a', 'currency'), ['currency'])
  expect(buildsOnRefused(refused, update('gone', 'name'))).toBe(true)
  expect(buildsOnRefused(refused, { op: 'delete', entity: 'projects', id: 'gone' })).toBe(true)
  expect(buildsOnRefused(refused, update('a', 'targetAmount'))).toBe(true)
  expect(buildsOnRefused(refused, update('a', 'name'))).toBe(false)
  expect(buildsOnRefused(refused, update(derivedId(source, 'projects', 'a'), 'name')), 'row of an act').toBe(true)
  expect(buildsOnRefused(refused, update(derivedId({ ...source, index: 1 }, 'projects', 'a'), 'name'))).toBe(false)
  expect(buildsOnRefused(refused, update('b', 'currency'))).toBe(false)
})
