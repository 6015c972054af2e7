import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { valuations } from '#web/entities/projects/valuations.tsx'
import { render, WithSearch } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import type { Tab } from '#web/records/details/record-tabs.tsx'
import { projectCashFlows } from './cash-flow-tab.tsx'

async function setup([tab, part]: readonly [Tab, string]) {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const elif = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const omar = store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
  const hold = (investorId: string, amount: string, overrides: object = {}) =>
    store.put('investments', { projectId: quay.id, investorId, amount, status: 'FUNDED', ...overrides })
  const investment = hold(elif.id, '100000', { investmentDate: '2025-01-01' })
  await store.caughtUp()
  const open = (shown = part) =>
    render(
      store,
      <WithSearch initial={{ part: shown }}>
        {(search, setSearch) => <tab.component id={quay.id} search={search} setSearch={setSearch} />}
      </WithSearch>,
    )
  return { store, quay, elif, omar, investment, hold, open }
}

async function pick(field: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

const dialog = page.getByRole('dialog')
const paymentForm = [projectCashFlows, 'cashFlows create'] as const

test('a payment form asks for the investment if the investor has several, and for outstanding payments after an exit', async () => {
  const { hold, elif, open } = await setup(paymentForm)
  hold(elif.id, '40000', { status: 'EXITED', exitedOn: '2026-01-31' })
  await open()
  await pick('Type', 'Distribution')
  expect(dialog.getByRole('combobox', { name: 'Investment' }).elements()).toEqual([])
  await pick('Investor', 'Elif')
  await expect.element(dialog.getByRole('combobox', { name: 'Investment' })).toBeVisible()
  await expect.element(dialog.getByText('More proceeds due', { exact: true })).toBeVisible()
  await pick('Type', 'Dividend')
  await expect.element(dialog.getByText('More proceeds due', { exact: true })).not.toBeInTheDocument()
})

test('the form does not ask for the investment if there is only one', async () => {
  const { open } = await setup(paymentForm)
  await open()
  await pick('Type', 'Distribution')
  await pick('Investor', 'Elif')
  expect(dialog.getByRole('combobox', { name: 'Investment' }).elements()).toEqual([])
  expect(dialog.getByText('More proceeds due', { exact: true }).elements()).toEqual([])
})

const note = () => dialog.getByRole('note').elements()[0]?.textContent

async function enterCall(amount: string, currency = 'USD') {
  await pick('Type', 'Capital call')
  await pick('Investor', 'Elif')
  expect(dialog.getByRole('note').elements()).toEqual([])
  await dialog.getByLabelText('Amount').fill(amount)
  await pick('Currency', currency)
  await dialog.getByLabelText('Date', { exact: true }).fill('01/15/2025')
}

test.each([
  [1, ' The value of 1 other investment will change.'],
  [0, ''],
])('the first recorded call shows what it replaces and how many other investments change: %i', async (others, end) => {
  const { store, quay, hold, omar, open } = await setup(paymentForm)
  if (others) hold(omar.id, '100000', { investmentDate: '2025-01-01' })
  store.put('valuations', { projectId: quay.id, nav: '300000', valuationDate: '2025-12-31' })
  await open()
  await enterCall('50000')
  await expect
    .poll(note)
    .toBe(
      `This is the first recorded capital call of an investment whose paid-in capital is assumed to be $100,000.00. Once you save, $50,000.00 will be used instead.${end}`,
    )
})

test('a first call of several investments shows their totals', async () => {
  const { hold, elif, open } = await setup(paymentForm)
  hold(elif.id, '40000', { investmentDate: '2025-01-01' })
  await open()
  await enterCall('70000')
  await expect
    .poll(note)
    .toBe(
      'This is the first recorded capital call for 2 investments whose paid-in capital is assumed to be $140,000.00 in total. Once you save, $70,000.00 will be used instead.',
    )
})

test('a first call without an exchange rate shows that its amount is not included', async () => {
  const { open } = await setup(paymentForm)
  await open()
  await enterCall('70000', 'AED')
  await expect
    .poll(note)
    .toBe(
      'Once you save, the assumed paid-in capital of $100,000.00 will no longer be used. The amount of the capital call will not be included until its exchange rate has been added.',
    )
})

test('a cash flow that becomes the first call shows what it replaces', async () => {
  const { store, quay, elif, open } = await setup(paymentForm)
  const flow = { projectId: quay.id, investorId: elif.id, amount: '50000', type: 'DISTRIBUTION', date: '2025-01-15' }
  const { id } = store.put('cashFlows', flow)
  await store.caughtUp()
  await open(`cashFlows edit ${id}`)
  await pick('Type', 'Capital call')
  await expect.poll(note).toContain('Once you save, $50,000.00 will be used instead.')
})

test('a new NAV lists the exited investments with outstanding payments', async () => {
  const { store, investment, open } = await setup([valuations, 'valuations create'])
  const { id, number: _, ...row } = investment
  store.server.write(['investments', id, { ...row, status: 'EXITED', exitedOn: '2026-01-31' }])
  await store.caughtUp()
  await open()
  await expect
    .poll(() => dialog.getByRole('note').elements()[0]?.textContent)
    .toBe('Still owed to investors on exited investments, and not part of the NAV: Elif ($125,000.00).')
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('ar')
  const note = page.getByRole('note').first()
  await expect.poll(() => note.element().textContent).toContain('مستحق')
  expect(leftOf(note.element(), /\$/)).toBeGreaterThan(leftOf(note.element(), /US/))
})
