import { expect, test } from 'vitest'
import { findHits, foldItems } from './find-hits.ts'

const item = (str: string, hasEOL = false) => ({ str, hasEOL })
const placesOf = (query: string, ...items: ReturnType<typeof item>[]) =>
  findHits(1, foldItems(items), query).map(({ start, end }) => [start.item, start.offset, end.item, end.offset])

test('a search ignores letter case, diacritics and the form of letters', () => {
  expect(placesOf('sozlesme', item('Ek: SÖZLEŞME'))).toEqual([[0, 4, 0, 12]])
  expect(placesOf('احمد', item('أحمد'))).toEqual([[0, 0, 0, 4]])
  expect(placesOf('fi', item('ﬁn'))).toEqual([[0, 0, 0, 1]])
  expect(placesOf('a😀', item('a😀b'))).toEqual([[0, 0, 0, 3]])
})

test('a hit may go across items and lines, with any white space between the words', () => {
  expect(placesOf('net asset  value', item('Net as'), item('set', true), item('value'))).toEqual([[0, 0, 2, 5]])
})

test('every hit is found once, in the order of the text', () => {
  expect(placesOf('aa', item('aaaa a aa'))).toEqual([
    [0, 0, 0, 2],
    [0, 2, 0, 4],
    [0, 7, 0, 9],
  ])
  expect(placesOf(' ', item('a b'))).toEqual([])
})
