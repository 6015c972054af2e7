import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { DocumentsScreen } from './documents-screen.tsx'

test('a document opens its address, unless that is a call of the server', async () => {
  const store = await openTestStore()
  for (const url of ['/files/1', 'https://papers.example/plan', `${location.origin}/api/logout`])
    store.put('documents', { name: url, url })
  await draw(
    store,
    <WithSearch initial={{}}>
      {(search, setSearch) => <DocumentsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )
  const links = page.getByRole('link', { name: 'View' })
  await expect.element(links.nth(1)).toBeVisible()
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['/files/1', 'https://papers.example/plan'])
})
