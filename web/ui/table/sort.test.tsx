import { expect, test } from 'vitest'
import { nextSort, sortFrom, sortText } from './sort.ts'

test('the address has the name of a column, with a minus for descending', () => {
  expect(sortFrom('name')).toEqual({ key: 'name', descending: false })
  expect(sortFrom('-name')).toEqual({ key: 'name', descending: true })
  expect([sortFrom(''), sortFrom(undefined)]).toEqual([null, null])
})

test('clicks on a header sort ascending, descending and not at all; another column starts over', () => {
  const sorts = [nextSort(null, 'name')]
  while (sorts.at(-1)) sorts.push(nextSort(sortFrom(sorts.at(-1)), 'name'))
  expect(sorts).toEqual(['name', '-name', undefined])
  expect(nextSort({ key: 'name', descending: true }, 'amount')).toBe('amount')
})

test('the column of the default sort only reverses it; another column returns to it', () => {
  const defaultSort = sortFrom('-date')
  const sorts = [nextSort(null, 'date', defaultSort)]
  while (sorts.at(-1)) sorts.push(nextSort(sortFrom(sorts.at(-1)), 'date', defaultSort))
  expect(sorts).toEqual(['date', undefined])
  expect(nextSort(sortFrom('name'), 'date', defaultSort)).toBeUndefined()
  expect(nextSort(null, 'name', sortFrom('name'))).toBe('-name')
})

test('the address omits the default sort', () => {
  const defaultSort = sortFrom('-date')
  expect(['-date', 'date', 'name', '-name'].map((text) => sortText(sortFrom(text)!, defaultSort))).toEqual([
    undefined,
    'date',
    'name',
    '-name',
  ])
  expect(sortText({ key: 'name', descending: false }, null)).toBe('name')
})
