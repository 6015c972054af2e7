import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/record-search.ts'
import { draw, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { DocumentsScreen } from './documents-screen.tsx'

const draws = (store: TestStore, initial: RecordSearch = {}) =>
  draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <DocumentsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const cellsOf = (name: string) =>
  rowOf(name)
    .getByRole('cell')
    .elements()
    .map((each) => each.textContent)

async function setupPapers() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const createdAt = '2025-06-29T22:30:00.000Z'
  store.put('documents', { name: 'Plan', type: 'FACT_SHEET', projectId: project.id, createdAt })
  store.put('documents', { name: 'Passport', type: 'KYC', investorId: investor.id, createdAt })
  store.put('documents', { name: 'Minutes', type: 'Board minutes', createdAt })
  store.put('documents', { name: 'Untyped', createdAt })
  return { store, project, investor }
}

test('a row shows the document’s type, its owner and its date', async () => {
  const { store } = await setupPapers()
  await draws(store)
  await expect.element(rowOf('Plan')).toBeVisible()
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['Name', 'Type', 'Belongs to', 'Added', 'Actions'])
  const of = (name: string) => cellsOf(name).slice(1, 3)
  expect([of('Plan'), of('Passport'), of('Minutes'), of('Untyped')]).toEqual([
    ['Fact Sheet', 'Quay'],
    ['KYC', 'Elif Öztürk'],
    ['Board minutes', '—'],
    ['Not specified', '—'],
  ])
  expect(cellsOf('Plan')[3]).toMatch(/^06\/(29|30)\/2025$/)
})

test('documents are found by name, by the name of their type, and by its code', async () => {
  const { store } = await setupPapers()
  await draws(store)
  for (const [words, name] of [
    ['plan', 'Plan'],
    ['fact sheet', 'Plan'],
    ['FACT_SHEET', 'Plan'],
    ['board', 'Minutes'],
    ['not specified', 'Untyped'],
  ] as const) {
    await page.getByRole('searchbox').fill(words)
    await expect.poll(() => page.getByRole('row').elements()).toHaveLength(2)
    await expect.element(rowOf(name)).toBeVisible()
  }
  await page.getByRole('searchbox').fill('nothing of this')
  await expect.element(page.getByText('No documents match your search criteria.')).toBeVisible()
})

test('the address shows the documents of one project or one investor', async () => {
  const { store, project, investor } = await setupPapers()
  const drawn = await draws(store, { projectId: project.id })
  await expect.element(rowOf('Plan')).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(2)
  await page.getByRole('button', { name: /^Documents of .*Quay/ }).click()
  await expect.poll(() => page.getByRole('row').elements()).toHaveLength(5)
  await drawn.unmount()
  await draws(store, { investorId: investor.id })
  await expect.element(rowOf('Passport')).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(2)
})

test('without documents the screen says so, and does not offer to create one', async () => {
  await draws(await openTestStore())
  await expect.element(page.getByText('No documents', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Documents of projects and investors appear here.')).toBeVisible()
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([])
})

test('a document opens its address, unless that is a call of the server', async () => {
  const store = await openTestStore()
  for (const url of ['/files/1', 'https://papers.example/plan', `${location.origin}/api/logout`])
    store.put('documents', { name: url, url })
  await draws(store)
  const links = page.getByRole('link', { name: 'View' })
  await expect.element(links.nth(1)).toBeVisible()
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['/files/1', 'https://papers.example/plan'])
})

test('whoever may read a document opens it by its name, with what was done to it', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const report = store.put('documents', { name: 'Report', type: 'Annual report' })
  const at = new Date().toISOString()
  store.put('activities', { at, action: 'create', entityType: 'documents', entityId: report.id, title: 'Report' })
  await draws(store)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Document Details' })
  await expect.element(details.getByText('Annual report')).toBeVisible()
  await details.getByRole('tab', { name: 'History' }).click()
  await expect.element(details.getByText('This was created')).toBeVisible()
})
