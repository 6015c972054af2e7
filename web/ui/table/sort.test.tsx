import { expect, test } from 'vitest'
import { nextSort, sortFrom, sortText } from './sort.ts'

test('the address names a column, with a minus before it for descending', () => {
  expect(sortFrom('name')).toEqual({ key: 'name', descending: false })
  expect(sortFrom('-name')).toEqual({ key: 'name', descending: true })
  expect([sortFrom(''), sortFrom(undefined)]).toEqual([null, null])
})

test('presses on a header sort ascending, descending and not at all; another column starts anew', () => {
  const pressed = [nextSort(null, 'name')]
  while (pressed.at(-1)) pressed.push(nextSort(sortFrom(pressed.at(-1)), 'name'))
  expect(pressed).toEqual(['name', '-name', undefined])
  expect(nextSort({ key: 'name', descending: true }, 'amount')).toBe('amount')
})

test('the column of the usual order turns it round and back; another column ends there, too', () => {
  const usual = sortFrom('-date')
  const pressed = [nextSort(null, 'date', usual)]
  while (pressed.at(-1)) pressed.push(nextSort(sortFrom(pressed.at(-1)), 'date', usual))
  expect(pressed).toEqual(['date', undefined])
  expect(nextSort(sortFrom('name'), 'date', usual)).toBeUndefined()
  expect(nextSort(null, 'name', sortFrom('name'))).toBe('-name')
})

test('the address omits the default sort', () => {
  const usual = sortFrom('-date')
  expect(['-date', 'date', 'name', '-name'].map((text) => sortText(sortFrom(text)!, usual))).toEqual([
    undefined,
    'date',
    'name',
    '-name',
  ])
  expect(sortText({ key: 'name', descending: false }, null)).toBe('name')
})
