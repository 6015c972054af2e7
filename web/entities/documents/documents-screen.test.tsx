import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { chooseAction } from '#web/test/choose-action.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { DocumentsScreen } from './documents-screen.tsx'

const renderDocuments = (store: TestStore, initial: RecordSearch = {}) => renderScreen(store, DocumentsScreen, initial)

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const cellsOf = (name: string) => textsOf(rowOf(name).getByRole('cell'))

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
  await renderDocuments(store)
  await expect.element(rowOf('Plan')).toBeVisible()
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'Name',
    'Type',
    'Belongs to',
    'Visible to',
    'Language',
    'Added',
    'Actions',
  ])
  const factsOf = (name: string) => cellsOf(name).slice(1, 3)
  await expect
    .poll(() => [factsOf('Plan'), factsOf('Passport'), factsOf('Minutes'), factsOf('Untyped')])
    .toEqual([
      ['Fact sheet', 'Quay'],
      ['KYC', 'Elif Öztürk'],
      ['Board minutes', '—'],
      ['Not specified', '—'],
    ])
  expect(cellsOf('Plan')[4]).toBe('English')
  expect(cellsOf('Plan')[5]).toMatch(/^Jun (29|30), 2025$/)
})

test('the list and the details show who reads a document, whatever audience is stored', async () => {
  const { store, project, investor } = await setupPapers()
  const hidden = store.put('projects', { name: 'Pier', type: 'COMMERCIAL', isVisibleToInvestors: false })
  const audience = 'INVESTORS'
  store.put('documents', { name: 'Draft', audience, projectId: hidden.id })
  store.put('documents', { name: 'Statement', audience, projectId: project.id, investorId: investor.id })
  await renderDocuments(store)
  const readersIn = (name: string) => cellsOf(name)[3]
  await expect
    .poll(() => ['Plan', 'Draft', 'Passport', 'Statement', 'Minutes'].map(readersIn))
    .toEqual(['Staff and all investors', 'Staff', 'Staff and this investor', 'Staff and this investor', 'Staff'])
  await rowOf('Statement').getByRole('button', { name: 'Statement' }).click()
  const details = page.getByRole('dialog', { name: 'Document details' })
  await expect.element(details.getByText('Staff and this investor')).toBeVisible()
})

test('documents are found by name, and by name and code of their type', async () => {
  const { store } = await setupPapers()
  await renderDocuments(store)
  for (const [query, name] of [
    ['plan', 'Plan'],
    ['fact sheet', 'Plan'],
    ['FACT_SHEET', 'Plan'],
    ['board', 'Minutes'],
    ['not specified', 'Untyped'],
  ] as const) {
    await page.getByRole('searchbox').fill(query)
    await expect.poll(() => page.getByRole('row').elements()).toHaveLength(2)
    await expect.element(rowOf(name)).toBeVisible()
  }
  await page.getByRole('searchbox').fill('nothing of this')
  await expect.element(page.getByText('No documents match your search criteria.')).toBeVisible()
})

test.each([
  ['/files/1', true],
  ['https://papers.example/plan', true],
  [`${location.origin}/api/logout`, false],
])('a document at %s opens in a new tab: %s', async (url, opens) => {
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan', url })
  await renderDocuments(store, { dialog: 'details', record: id })
  const details = page.getByRole('dialog', { name: 'Document details' })
  const menu = details.getByRole('button', { name: 'Actions for Plan' })
  await expect.element(menu).toBeVisible()
  const links = details.getByRole('link', { name: 'View' }).elements()
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual(
    opens ? [[url, '_blank']] : [],
  )
  await menu.click()
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Download' }).elements()).toHaveLength(opens ? 1 : 0)
})

test('a person without an investor record sees what will appear, and no upload button', async () => {
  await renderDocuments(await openTestStore({ ...someone, role: 'INVESTOR', investorIds: [] }))
  await expect.element(page.getByText('Documents that the firm shares with you will appear here.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Upload document' }).elements()).toEqual([])
})

test('a file is downloaded under its own name', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.pathname} ${this.download}`)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan', url: '/files/1', fileName: 'plan-2025.pdf' })
  await renderDocuments(store, { dialog: 'details', record: id })
  await chooseAction(page.getByRole('dialog', { name: 'Document details' }), 'Download')
  expect(saved).toEqual(['/files/1 plan-2025.pdf'])
})

test('offline a cached file is downloaded; otherwise the reason is shown', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.protocol} ${this.download}`)
  })
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string) => (path === '/files/1' ? new Response('kept') : real(path)))
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(() => void vi.restoreAllMocks())
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan', url: '/files/1', fileName: 'plan-2025.pdf' })
  store.setStatus({ connection: 'offline' })
  await renderDocuments(store, { dialog: 'details', record: id })
  const details = page.getByRole('dialog', { name: 'Document details' })
  await chooseAction(details, 'Download')
  await expect.poll(() => saved).toEqual(['blob: plan-2025.pdf'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await chooseAction(details, 'Download')
  await expect.element(page.getByText('This file is not on this device', { exact: false })).toBeVisible()
  expect(saved).toHaveLength(1)
})
