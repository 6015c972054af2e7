import { afterEach, expect, test } from 'vitest'
import { clearPendingSearch, setPendingSearch } from '#web/ui/search/pending-search.ts'
import { router } from './router.ts'

const start = location.href
const currentAddress = () => location.pathname + location.search
const push = (path: string) => {
  router.history.push(path)
  router.history.flush()
}
const back = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  addEventListener('popstate', () => resolve(), { once: true })
  history.back()
  return promise
}

afterEach(() => {
  clearPendingSearch('q')
  clearPendingSearch('sort')
  history.replaceState(null, '', start)
})

test('Back restores a search and a sort that were not yet in the address', async () => {
  push('/projects?unsent=true')
  await router.load()
  setPendingSearch('q', 'quay & dock')
  setPendingSearch('sort', '-name')
  push('/investors')
  expect(currentAddress()).toBe('/investors')
  await back()
  const found = new URLSearchParams(location.search)
  expect([location.pathname, Object.fromEntries(found)]).toEqual([
    '/projects',
    { unsent: 'true', q: 'quay & dock', sort: '-name' },
  ])
})

test('Back does not restore a search that was just cleared', async () => {
  push('/projects?q=quay&sort=name')
  await router.load()
  setPendingSearch('q', '')
  push('/investors')
  await back()
  expect(currentAddress()).toBe('/projects?sort=name')
})

test('an address without pending search is unchanged', async () => {
  push('/projects?q=quay')
  await router.load()
  const { length } = history
  push('/investors')
  expect(history.length).toBe(length + 1)
  await back()
  expect(currentAddress()).toBe('/projects?q=quay')
})
