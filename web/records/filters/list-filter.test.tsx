import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '#schema/money/dates.ts'
import { InvestmentsScreen } from '#web/entities/investments/investments-screen.tsx'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { address, renderScreen, goOn } from '#web/test/render.tsx'
import { today } from '#web/ui/format/dates/date-format.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { facetsOf, keysOf, readableFacets } from './facets.ts'
import { valueTest } from './list-filter.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const renderList = (store: TestStore, initial: RecordSearch, Screen = InvestmentsScreen) =>
  renderScreen(store, Screen, initial)
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.textContent)
const amounts = () => rows().map((row) => /\$[\d,]+/.exec(row!)?.[0] ?? '')

async function withInvestments() {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const projects = ['Quay', 'Mill'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const ids = { investorId: investor.id, projectId: projects[0]!.id }
  store.put('investments', { ...ids, amount: '100', status: 'FUNDED', investmentDate: '2025-01-31' })
  store.put('investments', { ...ids, amount: '200', status: 'ACTIVE', investmentDate: '2025-02-01' })
  store.put('investments', { ...ids, amount: '300', status: 'EXITED', investmentDate: '2025-03-01' })
  store.put('investments', {
    ...ids,
    projectId: projects[1]!.id,
    amount: '1000',
    status: 'COMMITTED',
    investmentDate: '2025-04-01',
  })
  return { store, projects, investor }
}

test('a status in the address matches every equivalent status, and several are joined by commas', async () => {
  const { store } = await withInvestments()
  await renderList(store, { status: 'FUNDED' })
  await expect.poll(() => amounts().toSorted()).toEqual(['$100', '$200'])
  goOn({ status: 'ACTIVE,EXITED' })
  await expect.poll(() => amounts().toSorted()).toEqual(['$100', '$200', '$300'])
})

test('day and amount bounds are inclusive', async () => {
  const { store, projects } = await withInvestments()
  await renderList(store, { from: '2025-02-01', to: '2025-03-01' })
  await expect.poll(() => amounts().toSorted()).toEqual(['$200', '$300'])
  goOn({ from: undefined, to: undefined, min: '300' })
  await expect.poll(() => amounts().toSorted()).toEqual(['$1,000', '$300'])
  goOn({ projectId: projects[0]!.id })
  await expect.poll(amounts).toEqual(['$300'])
})

test('amounts are compared in the currency of the bound, and those without a rate are listed', async () => {
  const { store, projects, investor } = await withInvestments()
  const ids = { investorId: investor.id, projectId: projects[0]!.id, status: 'FUNDED' }
  store.put('investments', { ...ids, amount: '800', currency: 'AED' })
  store.put('investments', { ...ids, amount: '9000', currency: 'TRY' })
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2025-06-30' })
  await renderList(store, { min: '200 USD', max: '300' })
  const shownAmounts = () => rows().map((row) => /(?:\$|AED\s|₺)[\d,]+/.exec(row!)?.[0].replace(/\s/, ' ') ?? '')
  await expect.poll(() => shownAmounts().toSorted()).toEqual(['$200', '$300', 'AED 800'])
  const note = page.getByText(/^Incomplete total: no exchange rate for .* · Quay · ₺9,000 \(TRY\)/)
  await expect.element(note).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Amount: $200.00 – $300.00' })).toBeVisible()
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate: '36', date: '2025-06-30' })
  await expect.poll(() => shownAmounts().toSorted()).toEqual(['$200', '$300', 'AED 800', '₺9,000'])
  await expect.element(note).not.toBeInTheDocument()
  // A bound in dollars stays in dollars for a reader with dirhams.
  store.put('userPreferences', { userId: someone.id, defaultCurrency: 'AED' })
  await expect.element(page.getByRole('button', { name: /^Amount: \$200\.00 – AED\s300\.00$/ })).toBeVisible()
  await expect.poll(shownAmounts).toEqual([])
  goOn({ min: undefined, max: '1200.00 AED' })
  await expect.poll(() => shownAmounts().toSorted()).toEqual(['$100', '$200', '$300', 'AED 800', '₺9,000'])
})

test('the filter for records with documents follows the documents', async () => {
  const { store, projects } = await withInvestments()
  store.put('documents', { name: 'Lease', projectId: projects[0]!.id })
  await renderList(store, { documents: 'yes' }, ProjectsScreen)
  await expect.poll(rows).toMatchObject([expect.stringMatching(/Quay/)])
  store.put('documents', { name: 'Plan', projectId: projects[1]!.id })
  await expect.poll(rows).toHaveLength(2)
  goOn({ documents: 'no' })
  await expect.element(page.getByText(/^No projects match/)).toBeVisible()
})

test('moments are filtered by day in the person’s time zone', async () => {
  const store = await openTestStore()
  store.put('userPreferences', { userId: someone.id, timeZone: 'Asia/Dubai' })
  const lateDocument = store.put('documents', { name: 'Late' })
  expect(lateDocument.createdAt).toBe('2025-06-30T10:00:00.000Z')
  const facets = facetsOf('documents', ['createdAt'])
  const passes = (search: RecordSearch, at: string) =>
    valueTest('documents', facets, search, 'Asia/Dubai', '2025-07-01')!({ ...lateDocument, createdAt: at })
  expect(passes({ from: '2025-07-01' }, '2025-06-30T20:00:00.000Z')).toBe(true)
  expect(passes({ from: '2025-07-01' }, '2025-06-30T19:59:59.999Z')).toBe(false)
  expect(passes({ to: '2025-06-30' }, '2025-06-30T19:59:59.999Z')).toBe(true)
  expect(passes({ to: '2025-06-30' }, '2025-06-30T20:00:00.000Z')).toBe(false)
})

test('the same address returns the same test, so that a view keeps its order', () => {
  const facets = facetsOf('projects', ['status', 'expectedIRR'])
  const test = valueTest('projects', facets, { status: 'FUNDED', min: '5' }, 'UTC', '2025-07-01')
  expect(valueTest('projects', facets, { status: 'ACTIVE', min: '5.00' }, 'UTC', '2025-07-01')).toBe(test)
  expect(valueTest('projects', facets, { status: 'ACTIVE', min: '6' }, 'UTC', '2025-07-01')).not.toBe(test)
  expect(valueTest('projects', facets, {}, 'UTC', '2025-07-01')).toBeUndefined()
})

test('a filter chosen in the panel is in the address and shown as a chip', async () => {
  const { store } = await withInvestments()
  await renderList(store, {})
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByRole('checkbox', { name: 'Exited' }).click()
  await expect.poll(amounts).toEqual(['$300'])
  expect(address()).toEqual({ status: 'EXITED' })
  await panel.getByRole('checkbox', { name: 'Committed' }).click()
  await panel.getByRole('group', { name: 'Amount' }).getByLabelText('Minimum').fill('1,000')
  await expect.poll(amounts).toEqual(['$1,000'])
  expect(address()).toEqual({ status: 'EXITED,COMMITTED', min: '1000.00 USD' })
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Status: Exited, Committed' }).click()
  await expect.poll(address).toEqual({ min: '1000.00 USD' })
})

test('investments are filtered by their redemption date, beside the investment date', async () => {
  const { store, projects, investor } = await withInvestments()
  const redeemed = {
    projectId: projects[0]!.id,
    investorId: investor.id,
    status: 'FUNDED',
    investmentDate: '2025-01-31',
  }
  store.put('investments', { ...redeemed, amount: '500', redemptionDate: '2027-03-31' })
  store.put('investments', { ...redeemed, amount: '600', redemptionDate: '2027-04-01' })
  await renderList(store, { dueFrom: '2027-03-01', dueTo: '2027-03-31', to: '2025-01-31' })
  await expect.poll(amounts).toEqual(['$500'])
  await page.getByRole('button', { name: /^Redemption date:/ }).click()
  await expect.poll(address).toEqual({ to: '2025-01-31' })
})

test('what is due is filtered as overdue, this week and later within 30 days', async () => {
  const { store, projects, investor } = await withInvestments()
  const ids = { projectId: projects[0]!.id, investorId: investor.id, status: 'COMMITTED' }
  const [overdue, thisWeek, later] = [addDays(today(), -1), today(), addDays(today(), 30)]
  store.put('investments', { ...ids, amount: '500', investmentDate: overdue })
  store.put('investments', { ...ids, amount: '600', investmentDate: thisWeek })
  store.put('investments', { ...ids, amount: '700', investmentDate: later })
  store.put('investments', { ...ids, amount: '800', investmentDate: addDays(later, 1) })
  await renderList(store, { state: 'THIS_WEEK', from: overdue })
  await expect.poll(amounts).toEqual(['$600'])
  goOn({ state: 'OVERDUE' })
  await expect.poll(amounts).toEqual(['$500'])
  goOn({ state: 'LATER' })
  await expect.poll(amounts).toEqual(['$700'])
  await expect.element(page.getByRole('button', { name: 'Due: Later within 30 days' })).toBeVisible()
})

test('a project chosen in the panel is in the address and shown as a chip', async () => {
  const { store, projects } = await withInvestments()
  await renderList(store, {})
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  await panel.getByRole('combobox', { name: 'Project' }).click()
  await panel.getByRole('option', { name: 'Mill' }).click()
  await expect.poll(amounts).toEqual(['$1,000'])
  expect(address()).toEqual({ projectId: projects[1]!.id })
  await panel.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(address).toEqual({})
})

test('two filters with the same address key throw an error', () => {
  expect(() => facetsOf('investments', ['investmentDate', 'redemptionDate'])).toThrow('would be from in the address')
})

test('an investor is not offered filters of fields that they cannot read', () => {
  const facets = facetsOf('investors', ['kycStatus', 'nextContactOn', { has: 'referrals' }])
  const offered = (role: 'ADMIN' | 'INVESTOR') =>
    readableFacets('investors', { ...someone, role }, facets).map((facet) => keysOf(facet)[0])
  expect(offered('ADMIN')).toEqual(['kycStatus', 'from', 'referrals'])
  expect(offered('INVESTOR')).toEqual(['kycStatus'])
})
