import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { FeedRow } from '#schema/sync/protocol.ts'
import { FoldedRows } from './folded-rows.ts'
import { packedIn, packRows, valuesOf } from './packed-rows.ts'

const fields = fc.record({
  name: fc.string({ maxLength: 2 }),
  currency: fc.constantFrom('USD', 'AED'),
  createdAt: fc.constantFrom('one', 'two'),
  updatedAt: fc.constantFrom('one', 'two'),
})
const feedRow = fc.tuple(
  fc.constant('things'),
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  fc.integer({ min: 1, max: 40 }),
  fc.option(fields),
)
const batch = fc.record({
  method: fc.constantFrom('one by one', 'side by side', 'packed'),
  rows: fc.array(feedRow, { maxLength: 8 }),
  readsAfter: fc.boolean(),
})

const sortedValues = (rows: Iterable<AnyRow>) =>
  [...rows].map((row) => ({ ...copyOf(row) })).sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))

function copyOf(row: AnyRow): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name in row) copy[name] = row[name]
  return copy
}

describe('folded rows', () => {
  it('FOLD1 are the newest row of each id for any order of pages and reads', () => {
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 8 }), (batches) => {
        const folded = new FoldedRows('things', () => {})
        const newest = new Map<string, { readonly number: number; readonly row: Record<string, unknown> | null }>()
        const latest = new Map<string, FeedRow>()
        for (const { method, rows, readsAfter } of batches) {
          for (const row of rows) if (!latest.has(`${row[1]} ${row[2]}`)) latest.set(`${row[1]} ${row[2]}`, row)
          const received = rows.map((row) => latest.get(`${row[1]} ${row[2]}`)!)
          const sentRows = structuredClone(received)
          for (const [, id, number, row] of structuredClone(received)) {
            if (number > (newest.get(id)?.number ?? 0)) newest.set(id, { number, row: row && { ...row, id, number } })
          }
          if (method === 'one by one') for (const [, id, number, row] of sentRows) folded.receive(id, number, row)
          else if (method === 'side by side') for (const values of valuesOf(sentRows)) folded.receiveValues(values)
          else for (const packed of packedIn(packRows(sentRows))) folded.addPacked(packed)
          if (readsAfter) folded.get('a')
        }
        const expected = [...newest.values()].flatMap(({ row }) => row ?? []) as AnyRow[]
        const scanned: Record<string, unknown>[] = []
        for (const row of folded.scan()) scanned.push(copyOf(row))
        expect(sortedValues(scanned as AnyRow[])).toEqual(sortedValues(expected))
        expect(sortedValues(folded.values())).toEqual(sortedValues(expected))
        for (const [id, { number, row }] of newest) {
          expect(folded.numberOf(id)).toBe(number)
          expect(folded.get(id) ?? null).toEqual(row)
          expect(folded.get(id)).toBe(folded.get(id))
        }
        expect(folded.size).toBe(expected.length)
      }),
    )
  })

  it('are read completely by each sliced walk, even if others read meanwhile', () => {
    const folded = new FoldedRows('things', () => {})
    const rows: FeedRow[] = ['a', 'b', 'c'].map((id, at) => ['things', id, at + 1, { name: id.toUpperCase() }])
    folded.addPacked(packedIn(packRows(rows))[0]!)
    const walk = folded.scan()
    const firstRow = walk.next().value!
    expect(Array.from(folded.scan(), ({ name }) => name)).toEqual(['A', 'B', 'C'])
    expect(folded.peek('b')!['name']).toBe('B')
    expect(firstRow['name']).toBe('A')
    expect(Array.from(walk, ({ name }) => name)).toEqual(['B', 'C'])
  })

  it('report the numbers of replaced rows', () => {
    const superseded: number[] = []
    const folded = new FoldedRows('things', (number) => superseded.push(number))
    folded.addPacked(
      packedIn(
        packRows([
          ['things', 'a', 1, { name: 'x' }],
          ['things', 'b', 2, { name: 'y' }],
        ]),
      )[0]!,
    )
    folded.receive('a', 3, { name: 'z' })
    folded.receive('a', 2, { name: 'old' })
    expect(superseded).toEqual([1])
  })
})
