import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { InvestmentsScreen } from '#web/entities/investments/investments-screen.tsx'
import { address, renderScreen, goOn } from '#web/test/render.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const foot = page.getByRole('region', { name: 'List totals' })

const footText = () => foot.query()?.textContent ?? ''

async function setup(initial: RecordSearch = {}) {
  const store = await openTestStore()
  const project = store.put('projects', { name: '=Quay, "North"', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  const ids = { projectId: project.id, investorId: investor.id }
  store.put('investments', { ...ids, amount: '100.10', investmentDate: '2025-01-31', status: 'FUNDED' })
  store.put('investments', { ...ids, amount: '200.20', investmentDate: '2025-03-01' })
  store.put('investments', { ...ids, amount: '367.25', currency: 'AED', investmentDate: '2025-02-01' })
  const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725', date: '2025-06-30' }
  await renderScreen(store, InvestmentsScreen, initial)
  return { store, of: ids, rate }
}

test('the sum below a list is the converted sum of its shown rows, follows them and lists what it omits', async () => {
  const { store, of: ids, rate } = await setup()
  await expect.poll(footText).toContain('Total of 3 investments')
  await expect.poll(footText).toContain('$300.30')
  await expect.poll(footText).toMatch(/no exchange rate for .*\(AED\)/)
  store.put('exchangeRates', rate)
  await expect.poll(footText).toContain('$400.30')
  expect(footText()).not.toMatch(/no exchange rate/)
  goOn({ status: 'ACTIVE' })
  await expect.poll(footText).toContain('Total of 1 investment')
  await expect.poll(footText).toContain('$100.10')
  await store.create('investments', { ...ids, amount: '0.70', status: 'ACTIVE' })
  await expect.poll(footText).toContain('$100.80')
})

test('a message never covers the sums', async () => {
  const { store } = await setup()
  await expect.poll(footText).toContain('Total of 3 investments')
  const sums = foot.element() as HTMLElement
  sums.style.cssText = 'position: fixed; inset: auto 0 0'
  toast.saved(store, 'Investment details have been saved successfully.')
  const message = page.getByRole('status').filter({ hasText: 'have been saved' })
  await expect.element(message).toBeVisible()
  const gap = () => sums.getBoundingClientRect().top - message.element().getBoundingClientRect().bottom
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

test('a failed export shows an error', async () => {
  await setup({ currency: 'USD' })
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no room')
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByRole('alert').getByText('Failed to export the list')).toBeVisible()
})

test('the file has exactly the shown rows in their order, with names for references and labels for choices', async () => {
  const saved = savedFiles()
  await setup({ currency: 'USD', sort: 'amount' })
  await expect.poll(address).toEqual({ currency: 'USD', sort: 'amount' })
  await expect.poll(footText).toContain('Total of 2 investments')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]!.name).toMatch(/^Investments \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')
  expect(lines).toEqual([
    'Project,Investor,Amount,Status,Investment date,Redemption date,Currency',
    `"'=Quay, ""North""",Elif Demir,100.10,Active,2025-01-31,2025-07-31,USD`,
    `"'=Quay, ""North""",Elif Demir,200.20,Committed,2025-03-01,2025-09-01,USD`,
    '',
  ])
})

test.each([
  ['status,redemptionDate', 'Project,Investor,Amount,Investment date,Currency'],
  ['investorId,amount', 'Project,Status,Investment date,Redemption date'],
])('the file omits hidden columns: %s', async (without, head) => {
  const saved = savedFiles()
  await setup({ without })
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect((await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')[0]).toBe(head)
})
