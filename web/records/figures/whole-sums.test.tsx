import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { InvestmentsScreen } from '#web/entities/investments/investments-screen.tsx'
import { InvestorsScreen } from '#web/entities/investors/investors-screen.tsx'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { renderScreen, goOn } from '#web/test/render.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const foot = page.getByRole('region', { name: 'List totals' })
const footText = () => foot.query()?.textContent ?? ''
const normalized = (text: string) => text.replaceAll(/\p{Cf}/gu, '').replaceAll(/\s/g, ' ')
/** Without invisible characters. */
const row = (name: string) => () =>
  normalized(page.getByRole('row').filter({ hasText: name }).query()?.textContent ?? '')
const names = () => [...document.querySelectorAll('tbody tr td:first-child')].map((each) => each.textContent)
const aedRate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2025-06-30' }
const liraRate = { ...aedRate, toCurrency: 'TRY', rate: '32' }

async function setup(Screen: typeof InvestorsScreen, initial: RecordSearch = {}) {
  const store = await openTestStore()
  store.put('exchangeRates', aedRate)
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED', raisedAmount: '400.00' })
  const person = (firstName: string, totalInvested: string) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, totalInvested })
  const [ada, ben, cleo] = [person('Ada', '100.00'), person('Ben', '0.00'), person('Cleo', '150.00')]
  const hold = (investorId: string, amount: string, currency: string) =>
    store.put('investments', { projectId: quay.id, investorId, amount, currency, status: 'FUNDED' })
  hold(ada.id, '100.00', 'USD')
  hold(ada.id, '400.00', 'AED')
  hold(ben.id, '3200.00', 'TRY')
  hold(cleo.id, '150.00', 'USD')
  await renderScreen(store, Screen, initial)
  return { store, ada, hold }
}

test('the total of an investor includes all currencies, and amounts without a rate are shown beside it', async () => {
  const { store, ada, hold } = await setup(InvestorsScreen)
  await expect.poll(row('Ada')).toContain('≈ $200')
  await expect.poll(row('Ben')).toContain('₺3.2K')
  await expect.poll(row('Cleo')).toContain('$150')
  expect(row('Cleo')()).not.toContain('≈')
  await expect.poll(footText).toContain('$350.00')
  await expect.poll(footText).toMatch(/no exchange rate for Ben \(TRY\)/)
  store.put('exchangeRates', liraRate)
  await expect.poll(row('Ben')).toContain('≈ $100')
  await expect.poll(footText).toContain('$450.00')
  hold(ada.id, '40.00', 'AED')
  await expect.poll(row('Ada')).toContain('≈ $210')
  await expect.poll(footText).toContain('$460.00')
  store.put('userPreferences', { userId: store.identity.id, defaultCurrency: 'AED' })
  await expect.poll(row('Cleo')).toContain('≈ AED 600')
  await expect.poll(footText).toContain('1,840.00')
})

test('the details show the exact total and what it omits', async () => {
  const { store, ada, hold } = await setup(InvestorsScreen)
  hold(ada.id, '5.00', 'TRY')
  await store.caughtUp()
  goOn({ dialog: 'details', record: ada.id })
  const details = page.getByRole('dialog', { name: 'Investor details' })
  await expect.element(details.getByText('≈ $200.00')).toBeVisible()
  await expect.element(details.getByText('Incomplete total: no exchange rate for ₺5.00')).toBeVisible()
})

test('investors are sorted and filtered by the total of all currencies', async () => {
  const { store } = await setup(InvestorsScreen, { sort: '-totalInvested' })
  await expect.poll(names).toEqual(['Ada', 'Cleo', 'Ben'])
  store.put('exchangeRates', { ...liraRate, rate: '1' })
  await expect.poll(names).toEqual(['Ben', 'Ada', 'Cleo'])
  goOn({ sort: '-totalInvested', min: '200' })
  await expect.poll(names).toEqual(['Ben', 'Ada'])
  goOn({ sort: '-totalInvested', min: '120', max: '160' })
  await expect.poll(names).toEqual(['Cleo'])
})

test('amounts in several currencies are sorted by their value in the reader’s currency', async () => {
  const { store } = await setup(InvestmentsScreen, { sort: 'amount' })
  const amounts = () =>
    [...document.querySelectorAll('tbody tr')].map(
      (each) => /(?:\$|AED |₺)[\d,.]+/.exec(normalized(each.textContent))?.[0],
    )
  const others = () => amounts().filter((each) => each !== '$100' && each !== 'AED 400')
  store.put('exchangeRates', { ...liraRate, date: '2025-06-29', rate: '40' })
  await expect.poll(others).toEqual(['₺3,200', '$150'])
  expect(amounts()[0]).toBe('₺3,200')
  store.put('exchangeRates', { ...liraRate, rate: '16' })
  await expect.poll(others).toEqual(['$150', '₺3,200'])
})

test('project targets are sorted by their value in the reader’s currency', async () => {
  const { store } = await setup(ProjectsScreen, { sort: '-targetAmount' })
  const ids = { type: 'COMMERCIAL', targetAmount: '1000.00' }
  store.put('projects', { ...ids, name: 'Dollars' })
  store.put('projects', { ...ids, name: 'Dirhams', currency: 'AED', targetAmount: '3000.00' })
  await expect.poll(() => names().slice(0, 2)).toEqual(['Dollars', 'Dirhams'])
})

test('the exported file has the total, its currency and the amounts that could not be converted', async () => {
  const saved = savedFiles()
  await setup(InvestorsScreen, { sort: 'name' })
  await expect.poll(footText).toContain('$350.00')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  const [head, ...lines] = (await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe('Name,Email,Phone,Next contact,Total investment,Total investment (not converted),Currency')
  expect(lines).toEqual([
    'Ada,Ada@example.com,,,200.00,,USD',
    'Ben,Ben@example.com,,,0.00,3200.00 TRY,USD',
    'Cleo,Cleo@example.com,,,150.00,,USD',
    '',
  ])
})

test('the raised amount of a project is in its own currency and includes those of others', async () => {
  await setup(ProjectsScreen)
  await expect.poll(row('Quay')).toContain('≈ AED 1.4K + ₺3.2K')
  // AED 400 and USD 250 are included; the lira are listed separately.
  await expect.poll(footText).toContain('$350.00')
  await expect.poll(footText).toMatch(/no exchange rate for Quay \(TRY\)/)
})

test('a search reads the investments once, whatever the number of typed keys', async () => {
  const { store } = await setup(InvestorsScreen)
  await expect.poll(footText).toContain('$350.00')
  const scan = vi.spyOn(store.table('investments'), 'scan')
  await page.getByRole('searchbox').fill('a')
  await expect.poll(footText).toContain('Total of 3 investors')
  await page.getByRole('searchbox').fill('ada')
  await expect.poll(footText).toContain('Total of 1 investor')
  await expect.poll(footText).toContain('$200.00')
  expect(scan).not.toHaveBeenCalled()
})

test('totals are not truncated in the list, even where a currency has no rate', async () => {
  const { ada, hold } = await setup(InvestorsScreen)
  hold(ada.id, '9876543.21', 'TRY')
  hold(ada.id, '1234567.89', 'AED')
  await expect.poll(row('Ada')).toMatch(/\$.*₺9.9M/)
  const cell = page.getByRole('row').filter({ hasText: 'Ada' }).getByRole('cell').filter({ hasText: '₺' }).element()
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  expect(cell.scrollHeight).toBeLessThanOrEqual(cell.clientHeight)
})
