import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { facetsOf } from './facets.ts'
import { FilterChips } from './filter-chips.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { textsOf } from '#web/test/texts-of.ts'

const button = page.getByRole('button')
const facets = facetsOf('investments', ['status', 'investmentDate', 'amount'])

async function setup(store: TestStore, entity: 'investments' | 'valuations' | 'documents', search: RecordSearch) {
  const setSearch = vi.fn<(patch: object) => void>()
  const listFacets = entity === 'investments' ? facets : []
  await render(store, <FilterChips entity={entity} facets={listFacets} search={search} setSearch={setSearch} />)
  return setSearch
}

test('a list of one record’s rows shows the current name of the record and can show all rows', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const setSearch = await setup(store, 'investments', { investorId: investor.id })
  await expect.element(button).toHaveTextContent('Investments by Elif')
  store.put('investors', { id: investor.id, firstName: 'Elif Su', email: 'elif@example.com' })
  await expect.element(button).toHaveTextContent('Investments by Elif Su')
  await button.click()
  expect(setSearch.mock.calls).toStrictEqual([[{ investorId: undefined }]])
})

test('an entity without a text for the reference shows a general one', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await setup(store, 'valuations', { projectId: project.id })
  await expect.element(button).toHaveTextContent('Valuations: Quay')
})

test('an unknown record gets a placeholder, and without a record there is no chip', async () => {
  const store = await openTestStore()
  await setup(store, 'documents', { projectId: 'unknown' })
  await expect.element(button).toHaveTextContent('Documents for Unknown project')
  await setup(store, 'documents', {})
  expect(button.elements()).toHaveLength(1)
})

test('each filter is a chip, and a click removes both of its bounds', async () => {
  const store = await openTestStore()
  const search = { status: 'FUNDED,EXITED', from: '2025-01-31', min: '1000', max: '250000.5' } as const
  const setSearch = await setup(store, 'investments', search)
  const chipTexts = () => textsOf(button)
  expect(chipTexts()).toEqual([
    'Status: Active, Exited',
    'Investment date: from Jan 31, 2025',
    'Amount: $1,000.00 – $250,000.50',
  ])
  await button.nth(2).click()
  expect(setSearch.mock.calls).toStrictEqual([[{ min: undefined, max: undefined }]])
})

test.each([
  [{ to: '2025-01-31' }, 'Investment date: through Jan 31, 2025'],
  [{ min: '1000' }, 'Amount: at least $1,000.00'],
  [{ max: '1000' }, 'Amount: up to $1,000.00'],
] as const)('a range with one bound is a chip: %s', async (search, text) => {
  await setup(await openTestStore(), 'investments', search)
  expect(textsOf(button)).toEqual([text])
})

test('in Arabic both amounts of a range are read from the right, and their currencies stay whole', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await setup(await openTestStore(), 'investments', { min: '1000', max: '250000.5' })
  await chooseLanguage('ar')
  await expect.poll(() => button.element().textContent).toContain('المبلغ')
  const lefts = [/1,000/, /\$/, /US/, /250,000/].map((part) => leftOf(button.element(), part))
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
})

test('invalid values in the address are not filters', async () => {
  const store = await openTestStore()
  await setup(store, 'investments', { status: 'LOST', from: '2025-02-30', min: 'much', max: '5 EUR' })
  expect(button.elements()).toEqual([])
})
