import { expect, test } from 'vitest'
import { clearPendingSearch, pendingSearch, setPendingSearch } from './pending-search.ts'

test('search and sort are pending separately, and an empty one removes its key from the address', () => {
  expect(pendingSearch()).toBeNull()
  setPendingSearch('q', 'quay')
  setPendingSearch('sort', '')
  expect(pendingSearch()).toEqual({ q: 'quay', sort: undefined })
  setPendingSearch('q', 'dock')
  clearPendingSearch('sort')
  expect(pendingSearch()).toEqual({ q: 'dock' })
  expect(Object.keys(pendingSearch()!)).toEqual(['q'])
  clearPendingSearch('q')
  expect(pendingSearch()).toBeNull()
})
