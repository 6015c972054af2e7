import { expect, test } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { columnsFor, columnsOf, phoneColumns, widthOf } from './table-columns.ts'

const helper = columnsOf<AnyRow>()
const columns = (
  [
    ['name', {}],
    ['kind', { width: '9rem', drops: 'first' }],
    ['amount', { width: '9rem', drops: 'never' }],
    ['day', { width: '8rem' }],
    ['note', {}],
    ['place', {}],
    ['actions', { width: '5rem', drops: 'first', isShownElsewhere: true }],
  ] as const
).map(([id, meta]) => helper.display({ id, header: id, meta, cell: () => id }))
const idsOf = (columns: readonly { readonly id?: string }[]) => columns.map(({ id }) => id).join(' ')

test.each([
  [0, 'name kind amount day note place actions'],
  [60, 'name kind amount day note place actions'],
  [59, 'name kind amount day note place'],
  [54, 'name amount day note place'],
  [45, 'name amount day note'],
  [36, 'name amount day'],
  [27, 'name amount'],
  [10, 'name amount'],
])(
  'a table %i rem wide shows %s: columns marked “first” are hidden first, then the others from the end',
  (rem, shown) => {
    expect(idsOf(columnsFor(columns, rem * 16))).toBe(shown)
  },
)

test('on a phone the first column and those that are never hidden are shown, and two of the others below', () => {
  const { shown, secondLineColumns } = phoneColumns(columns)
  expect([idsOf(shown), idsOf(secondLineColumns)]).toEqual(['name amount', 'day note'])
})

test('a table is never narrower than all its columns, and the first one has room for a name', () => {
  expect(CSS.supports('inline-size', widthOf(columns))).toBe(true)
  expect(widthOf(columns.slice(0, 3))).toBe('calc(0rem + 9rem + 9rem + 9rem)')
})

test('a wide table, whose columns are padded more, still leaves room for the name', () => {
  const wide = Array.from({ length: 11 }, (_, index) =>
    helper.display({ id: `c${index}`, header: '', meta: index > 0 ? { width: '9rem' } : {}, cell: () => '' }),
  )
  // A name of 11 rem and nine columns of 9 rem, each with 2.5 rem more.
  expect(columnsFor(wide, 115 * 16)).toHaveLength(10)
  expect(columnsFor(wide, 126 * 16)).toHaveLength(11)
})
