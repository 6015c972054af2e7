import { expect, test } from 'vitest'
import { dropLate, lateSearch, setLate } from './late-search.ts'

test('search and sort are late separately, and an empty one removes its key from the address', () => {
  expect(lateSearch()).toBeNull()
  setLate('q', 'quay')
  setLate('sort', '')
  expect(lateSearch()).toEqual({ q: 'quay', sort: undefined })
  setLate('q', 'dock')
  dropLate('sort')
  expect(lateSearch()).toEqual({ q: 'dock' })
  expect(Object.keys(lateSearch()!)).toEqual(['q'])
  dropLate('q')
  expect(lateSearch()).toBeNull()
})
