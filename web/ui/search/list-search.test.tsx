import { expect, test } from 'vitest'
import { type ListSearch, noDialog, noFilter, applyPatch, readListSearch } from './list-search.ts'

test('known keys are read from an address, unknown ones ignored', () => {
  expect(
    readListSearch({ q: 'dock', sort: '-name', unsent: true, dialog: 'edit', record: 7, tab: 'a', part: 'b' }),
  ).toEqual({ q: 'dock', sort: '-name', unsent: true, dialog: 'edit', record: '7', tab: 'a', part: 'b' })
  expect(readListSearch({})).toEqual({})
  for (const wrong of ['', null, true, {}, ['dock']])
    expect(readListSearch({ q: wrong, sort: wrong, dialog: wrong, record: wrong })).toEqual({})
  expect(readListSearch({ unsent: 'true', constructor: 'x' })).toEqual({})
})

test('a change of the address adds, replaces and removes keys', () => {
  const search: ListSearch = { q: 'dock', dialog: 'edit', record: '1', tab: 'a', part: 'b' }
  expect(applyPatch(search, { q: 'pier' })).toEqual({ ...search, q: 'pier' })
  expect(applyPatch(search, noDialog)).toEqual({ q: 'dock' })
  expect(applyPatch<ListSearch>({ q: 'dock', unsent: true, sort: 'name' }, noFilter)).toEqual({ sort: 'name' })
  expect(search.q).toBe('dock')
})
