import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/record-search.ts'
import { address, draw, nowhere, WithSearch } from '#web/test/draw.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { CommissionsScreen } from './commissions-screen.tsx'

const draws = (store: TestStore, initial: RecordSearch = {}) =>
  draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <CommissionsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((each) => each.textContent)

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const contact = store.put('referrals', { name: 'Samir' })
  const agreed = { referralId: contact.id, projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', agreed)
  const given = { projectId: project.id, investorId: investor.id, amount: '100000', status: 'FUNDED' }
  const investment = store.put('investments', given)
  const of = { agreementId: agreement.id, investmentId: investment.id, feeType: 'TRANSACTION' }
  store.put('commissions', { ...of, amount: '2000', dueDate: day(30) })
  const late = store.put('commissions', { ...of, amount: '1500.50', dueDate: day(-30) })
  store.put('commissions', { ...of, amount: '900', dueDate: day(-60), paidDate: day(-50) })
  store.put('commissions', { ...of, amount: '3672.50', currency: 'AED', dueDate: day(-2) })
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725', date: day(-1) })
  return { store, agreement, investment, late }
}

const sum = (name: string) =>
  page.getByRole('group', { name: 'Commissions by state' }).getByRole('button', { name: new RegExp(`^${name}`) })

test('the screen sums what is overdue, to come and paid, converted; a press shows only these', async () => {
  const { store } = await setup()
  await draws(store)
  await expect.element(sum('Overdue')).toHaveTextContent('Overdue$2.5K2 commissions')
  await expect.element(sum('Upcoming')).toHaveTextContent('Upcoming$2K1 commission')
  await expect.element(sum('Paid')).toHaveTextContent('Paid$9001 commission')
  await sum('Overdue').click()
  await expect.poll(() => rows().length).toBe(2)
  await expect.element(sum('Overdue')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: 'State: Overdue' })).toBeVisible()
  expect(address()).toEqual({ state: 'OVERDUE' })
  await sum('Paid').click()
  await expect.poll(() => rows().length).toBe(1)
  expect(rows()[0]).toContain('$900.00')
  await sum('Paid').click()
  await expect.poll(() => rows().length).toBe(4)
})

test('the list is filtered by state, day, amount, currency and fee, all in the address', async () => {
  const { store } = await setup()
  await draws(store, { state: 'OVERDUE,PAID', from: day(-61), to: day(-29), currency: 'USD', min: '1000' })
  await expect.poll(rows).toHaveLength(1)
  expect(rows()[0]).toContain('$1,500.50')
  for (const chip of [/^State: Overdue, Paid$/, /^Due Date: /, /^Amount: /, /^Currency: USD$/])
    await expect.element(page.getByRole('button', { name: chip })).toBeVisible()
  await page.getByRole('button', { name: /^Amount: / }).click()
  await expect.poll(rows).toHaveLength(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: 'Overdue' }).click()
  await expect.poll(rows).toHaveLength(1)
  expect(address()).toMatchObject({ state: 'PAID' })
})

test('the exported file says the state and to whom a commission is due', async () => {
  const { store } = await setup()
  const saved = savedFiles()
  await draws(store, { state: 'PAID' })
  await expect.poll(rows).toHaveLength(1)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]!.name).toMatch(/^Commissions \d{4}-\d\d-\d\d\.csv$/)
  const [head, line] = (await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe('Investment,Referral Contact,Amount,Due Date,State,Currency')
  expect(line).toBe(`Quay,Samir,900.00,${day(-60)},Paid ${day(-50)},USD`)
})

test('what is late stands out, and what is to come does not', async () => {
  const { store } = await setup()
  await draws(store)
  await expect.poll(rows).toHaveLength(4)
  const tones = page
    .getByRole('row')
    .elements()
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>('[data-tone]')])
    .map((badge) => `${badge.textContent} ${badge.dataset['tone']}`)
  expect(tones).toEqual(['Upcoming info', 'Overdue danger', 'Overdue danger'])
})

test('a row says for whose investment and to whom it is due', async () => {
  const { store } = await setup()
  await draws(store, { q: '1500.50' })
  await expect.poll(rows).toHaveLength(1)
  for (const words of ['Quay', 'Elif Öztürk', 'Samir', '$1,500.50', 'Overdue']) expect(rows()[0]).toContain(words)
})

test('a commission is marked as paid without a connection, and as not paid after all', async () => {
  const { store, late } = await setup()
  store.setStatus({ connection: 'offline' })
  await draws(store, { dialog: 'details', record: late.id })
  const details = page.getByRole('dialog', { name: 'Commission Details' })
  await expect.element(details.getByText('Overdue')).toBeVisible()
  expect(details.getByRole('button', { name: 'Not Paid After All' }).elements()).toEqual([])
  await details.getByRole('button', { name: 'Mark as Paid' }).click()
  const paying = page.getByRole('dialog', { name: 'Mark as Paid' })
  await paying.getByLabelText('Paid Date').fill('')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect.element(paying.getByLabelText('Paid Date')).toHaveAttribute('aria-invalid', 'true')
  expect(store.table('commissions').get(late.id)?.paidDate).toBeNull()
  await paying.getByLabelText('Paid Date').fill('06/30/2025')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect.poll(() => store.table('commissions').get(late.id)?.paidDate).toBe('2025-06-30')
  await page.getByRole('row').filter({ hasText: '$1,500.50' }).getByRole('button').first().click()
  await expect.element(details.getByRole('button', { name: 'Not Paid After All' })).toBeVisible()
  expect(details.getByRole('button', { name: 'Mark as Paid' }).elements()).toEqual([])
  await details.getByRole('button', { name: 'Not Paid After All' }).click()
  await expect.poll(() => store.table('commissions').get(late.id)?.paidDate).toBeNull()
})

test('what is due is shown before it is entered, and entered once the person says so', async () => {
  const { store, agreement, investment } = await setup()
  const due = {
    until: '2025-06-30',
    count: 1,
    totals: { USD: '2000.00' },
    commissions: [
      {
        agreementId: agreement.id,
        investmentId: investment.id,
        calculatedOn: '2025-06-30',
        amount: '2000.00',
        currency: 'USD',
      },
    ],
  }
  const asked = serve(store, { 'POST /api/commissions/run': () => due })
  await draws(store)
  await page.getByRole('button', { name: 'Compute What Is Due' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compute What Is Due' })
  await expect.element(dialog.getByText('1 commission would be entered:', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: '06/30/2025' })).toBeVisible()
  expect(asked).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Enter These Commissions' }).click()
  await expect.element(page.getByText('1 commission entered')).toBeVisible()
  expect(asked).toHaveLength(2)
})

test('without a connection the computation says that it needs one, and a refusal is told', async () => {
  const { store } = await setup()
  await draws(store)
  await page.getByRole('button', { name: 'Compute What Is Due' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compute What Is Due' })
  await expect.element(dialog.getByRole('button', { name: 'Enter These Commissions' })).toBeDisabled()
  store.server.fault(/api\/commissions/, { kind: 'drop' })
  await dialog.getByLabelText('Up to').fill('06/29/2025')
  await expect.element(dialog.getByText('so this needs a connection', { exact: false })).toBeVisible()
  serve(store, { 'POST /api/commissions/run': () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }) })
  await dialog.getByLabelText('Up to').fill('06/28/2025')
  await expect.element(dialog.getByText('403', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Enter These Commissions' })).toBeDisabled()
})
