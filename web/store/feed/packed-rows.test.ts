import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedRow } from '#schema/sync/protocol.ts'
import { packRows, unpackRows } from './packed-rows.ts'

const name = fc.constantFrom('name', 'note', 'amount', 'createdAt', 'updatedAt', 'fieldOfTomorrow')
const value = fc.oneof(fc.constantFrom('', 'a', 'b', null, 0, 1, true), fc.string({ unit: 'grapheme' }), fc.jsonValue())
const row = fc.tuple(
  fc.constantFrom('projects', 'investors', 'entitiesOfTomorrow'),
  fc.uuid(),
  fc.nat(),
  fc.option(fc.dictionary(name, value, { noNullPrototype: true })),
)
const throughJson = <T>(given: T): T => JSON.parse(JSON.stringify(given)) as T

const sorted = (rows: readonly FeedRow[]) =>
  rows
    .map(([entity, id, number, fields]) => [entity, id, number, fields && { ...fields, id, number }])
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

describe('packed rows', () => {
  it('are unpacked to the same rows, whatever their fields', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (given) => {
        const rows = throughJson(given) as FeedRow[]
        expect(new Set(sorted(unpackRows(packRows(rows))).map((each) => JSON.stringify(canonical(each))))).toEqual(
          new Set(sorted(rows).map((each) => JSON.stringify(canonical(each)))),
        )
      }),
    )
  })

  it('can be packed again after unpacking', () => {
    const rows = unpackRows(packRows([['projects', 'a', 7, { name: 'Mill', note: null }]]))
    expect(rows).toEqual([['projects', 'a', 7, { id: 'a', number: 7, name: 'Mill', note: null }]])
    expect(unpackRows(packRows(rows))).toEqual(rows)
  })

  it('contain each field name and each shared value once', () => {
    const text = packRows([
      ['projects', 'a', 1, { name: 'Mill', currency: 'USD' }],
      ['projects', 'b', 2, { name: 'Quay', currency: 'USD' }],
    ])
    expect(text.match(/name/g)).toHaveLength(1)
    expect(text.match(/USD/g)).toHaveLength(1)
  })

  it('contain a single time for rows that were not changed since creation', () => {
    const rows: FeedRow[] = [
      ['projects', 'a', 1, { createdAt: 'one', updatedAt: 'one', name: 'Mill' }],
      ['projects', 'b', 2, { createdAt: 'two', updatedAt: 'two', name: 'Quay' }],
      ['projects', 'c', 3, { createdAt: 'three', updatedAt: 'four', name: 'Dock' }],
    ]
    expect(packRows(rows).match(/two/g)).toHaveLength(1)
    expect(sorted(unpackRows(packRows(rows)))).toEqual(sorted(rows))
  })

  it('take one byte per character if few need two', () => {
    const latinText = 'let in advance to tenants of good standing'
    expect(packRows([['projects', 'a', 1, { name: 'Łódź', plain: latinText }]])).not.toMatch(/[\u0100-\uffff]/)
    expect(packRows([['projects', 'a', 1, { name: 'ΑθήναΑθήναΑθήναΑθήναΑθήναΑθήναΑθήνα' }]])).toContain('Αθήνα')
  })

  it('are independent rows', () => {
    const [a, b] = unpackRows(
      packRows([
        ['projects', 'a', 1, { note: null }],
        ['projects', 'b', 2, { note: null }],
      ]),
    )
    expect(a![3]).not.toBe(b![3])
  })
})

function canonical(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(canonical)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}
