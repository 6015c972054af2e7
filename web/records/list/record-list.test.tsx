import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, renderScreen } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { ReferralsScreen } from '#web/entities/referrals/referrals-screen.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'

async function setup(store: TestStore, initial: RecordSearch = {}) {
  await renderScreen(store, ReferralsScreen, initial)
}

const filter = page.getByRole('button', { name: /^With unsent changes/ })
const names = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.querySelector('td button')?.textContent)
    .filter((name) => name != null)

test('a list without records, without matches or not yet synced shows different texts', async () => {
  const store = await openTestStore()
  await setup(store)
  const [emptyText, noMatchText] = [
    page.getByText('No referrers', { exact: true }),
    page.getByText(/^No referrers match/),
  ]
  const notSyncedText = page.getByText('Not on this device yet', { exact: true })
  await expect.element(emptyText).toBeVisible()
  store.setStatus({ hasAllRows: false })
  await expect.element(notSyncedText).toBeVisible()
  expect([emptyText.elements(), page.getByText('0 referrals').elements()]).toEqual([[], []])
  store.setStatus({ hasAllRows: true })
  store.put('referrals', { name: 'Omar' })
  await expect.poll(names).toEqual(['Omar'])
  await page.getByRole('searchbox').fill('Elif')
  await expect.element(noMatchText).toBeVisible()
  expect([...emptyText.elements(), ...notSyncedText.elements()]).toEqual([])
})

test('"Show all" after a search without a match clears the field and the address', async () => {
  const store = await openTestStore()
  store.put('referrals', { name: 'Omar' })
  await setup(store, { q: 'Elif', sort: 'name' })
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(names).toEqual(['Omar'])
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.poll(address).toEqual({ sort: 'name' })
})

test('"Show all" clears a search that is not yet in the address', async () => {
  const store = await openTestStore()
  store.put('referrals', { name: 'Omar' })
  await setup(store)
  await page.getByRole('searchbox').fill('Elif')
  const showAll = () => page.getByRole('button', { name: 'Show all' }).query() as HTMLElement | null
  await expect.poll(showAll, { interval: 5 }).toBeTruthy()
  showAll()!.click()
  await expect.poll(names).toEqual(['Omar'])
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

test('the filter for unsent rows is shown only while there are some', async () => {
  const store = await openTestStore()
  store.put('referrals', { name: 'Omar' })
  await setup(store)
  await expect.poll(names).toEqual(['Omar'])
  expect(filter.elements()).toEqual([])
  await store.create('referrals', { name: 'Elif' })
  await expect.element(filter).toHaveAccessibleName('With unsent changes (1)')
  await expect.element(filter).toHaveAttribute('aria-pressed', 'false')
  await filter.click()
  await expect.poll(names).toEqual(['Elif'])
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  expect(address()).toEqual({ unsent: true })
  await store.create('referrals', { name: 'Ada' })
  await expect.poll(() => names().toSorted()).toEqual(['Ada', 'Elif'])
  await store.decided()
  await expect.element(page.getByText(/^No referrers match/)).toBeVisible()
  await expect.element(filter).toHaveAttribute('aria-pressed', 'true')
  await filter.click()
  await expect.poll(() => names().toSorted()).toEqual(['Ada', 'Elif', 'Omar'])
  expect([filter.elements(), address()]).toEqual([[], {}])
})

test('a sort from the address applies, and the next click on its heading removes it', async () => {
  const store = await openTestStore()
  for (const name of ['Omar', 'Elif', 'Zoe']) store.put('referrals', { name })
  await setup(store, { sort: '-name' })
  await expect.poll(names).toEqual(['Zoe', 'Omar', 'Elif'])
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect.poll(address).toEqual({})
})

test('a misspelt name shows who may have been meant, below the matches', async () => {
  const store = await openTestStore()
  for (const name of ['Ananya Krishnan', 'Elif Arslan']) store.put('referrals', { name })
  await setup(store)
  const meant = page.getByRole('region', { name: 'Did you mean' })
  await page.getByRole('searchbox').fill('krisnan')
  await expect.element(meant.getByRole('button', { name: 'Ananya Krishnan' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Did you mean' })).toBeVisible()
  await expect.poll(names).toEqual(['Ananya Krishnan'])
  store.put('referrals', { name: 'Krisnan Rao' })
  await expect.poll(names).toEqual(['Krisnan Rao', 'Ananya Krishnan'])
  expect(meant.getByRole('button', { name: 'Krisnan Rao' }).elements()).toEqual([])
  await page.getByRole('searchbox').fill('qwertz')
  await expect.element(page.getByText(/^No referrers match/)).toBeVisible()
  await expect.element(meant).not.toBeInTheDocument()
})
