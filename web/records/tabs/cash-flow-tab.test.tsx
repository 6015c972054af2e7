import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render, WithSearch } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { factsOf, rowsOf } from '#web/test/texts-of.ts'
import type { Tab } from '#web/records/details/record-tabs.tsx'
import { investmentCashFlows, investorCashFlows, projectCashFlows } from './cash-flow-tab.tsx'

const section = page.getByRole('region', { name: 'Cash flows', exact: true }).first()
const sums = section.getByRole('region', { name: 'Cash flow totals' })
const rows = () =>
  rowsOf(section)
    .slice(1)
    .map((cells) => cells.slice(0, 4))
const facts = () => factsOf(sums)

async function setup(
  tab: (of: { quay: string; elif: string; stake: string }) => readonly [Tab, string],
  identity = someone,
) {
  const store = await openTestStore(identity)
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const pier = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  const elif = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const omar = store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
  const hold = (projectId: string, investorId: string, amount: string, status: string) =>
    store.put('investments', { projectId, investorId, amount, status, currency: 'AED' })
  const stake = hold(quay.id, elif.id, '150000', 'FUNDED')
  const flow = (type: string, amount: string, date: string, overrides: object = {}) =>
    store.put('cashFlows', {
      projectId: quay.id,
      investorId: elif.id,
      type,
      amount,
      date,
      currency: 'AED',
      ...overrides,
    })
  const [{ component: Content }, id] = tab({ quay: quay.id, elif: elif.id, stake: stake.id })
  await render(
    store,
    <WithSearch initial={{ tab: 'cashFlows' }}>
      {(search, setSearch) => <Content id={id} search={search} setSearch={setSearch} />}
    </WithSearch>,
  )
  return { store, quay, pier, elif, omar, hold, flow }
}

const quayTab = ({ quay }: { quay: string }) => [projectCashFlows, quay] as const

test('the flows of a project are listed newest first with their direction, and summed as paid in and distributed', async () => {
  const { flow, omar, hold, quay } = await setup(quayTab)
  flow('CAPITAL_CALL', '100000', '2024-01-15')
  flow('CAPITAL_CALL', '50000', '2024-07-15')
  flow('DIVIDEND', '12000', '2025-01-15')
  flow('DISTRIBUTION', '15000', '2025-07-15', { investorId: null })
  await expect.poll(rows).toEqual([
    ['Jul 15, 2025', 'Distributionpaid out', 'AED\u00a015,000.00', '—'],
    ['Jan 15, 2025', 'Dividendpaid out', 'AED\u00a012,000.00', 'Elif Öztürk'],
    ['Jul 15, 2024', 'Capital callpaid in', 'AED\u00a050,000.00', 'Elif Öztürk'],
    ['Jan 15, 2024', 'Capital callpaid in', 'AED\u00a0100,000.00', 'Elif Öztürk'],
  ])
  expect(facts()).toMatchObject({
    'Paid in': 'AED\u00a0150,000.00',
    Distributions: 'AED\u00a027,000.00',
    'DPI (distributions ÷ paid-in capital)': '0.18',
  })
  expect(sums.getByRole('note').elements()).toEqual([])
  hold(quay.id, omar.id, '500', 'ACTIVE')
  await expect
    .element(sums.getByRole('note'))
    .toHaveTextContent(
      'AED 500.00 of the paid-in total is assumed: 1 investment has no capital call and is treated as paid in on its investment date.',
    )
  expect(facts()).toMatchObject({ 'Paid in': 'AED\u00a0150,500.00' })
})

test('a flow of one of several investments names it with its amount', async () => {
  const { flow, hold, quay, elif } = await setup(quayTab)
  const second = hold(quay.id, elif.id, '80000', 'FUNDED')
  flow('CAPITAL_CALL', '80000', '2024-07-15', { investmentId: second.id })
  await expect.poll(() => rows()[0]?.[1]).toBe('Capital callpaid inElif Öztürk · Quay · AED\u00a080,000')
})

test("offline a flow can be added in the project's currency; its type has no default", async () => {
  const { store, quay } = await setup(quayTab)
  store.setStatus({ connection: 'offline' })
  await section.getByRole('button', { name: 'Add cash flow' }).click()
  const form = page.getByRole('dialog', { name: 'Add cash flow' })
  await form.getByLabelText('Amount').fill('AED 12,000')
  await form.getByLabelText('Date', { exact: true }).fill('01/15/2025')
  await form.getByRole('button', { name: 'Add cash flow' }).click()
  await expect.element(form.getByText('This field is required')).toBeVisible()
  await chooseOption(form.getByRole('combobox', { name: 'Type' }), 'Dividend')
  await form.getByRole('button', { name: 'Add cash flow' }).click()
  await expect.element(page.getByText('Cash flow added')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    {
      op: 'create',
      fields: { projectId: quay.id, type: 'DIVIDEND', amount: '12000.00', currency: 'AED', date: '2025-01-15' },
    },
  ])
  await expect.element(section.getByText('Unsent changes')).toBeVisible()
})

test('a flow can be changed and deleted, but not moved to another investor', async () => {
  const { store, flow } = await setup(quayTab)
  const { id } = flow('CAPITAL_CALL', '100', '2024-01-15')
  await section.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit cash flow' })
  expect(edit.getByRole('combobox', { name: 'Investor' }).elements()).toEqual([])
  await edit.getByLabelText('Amount').fill('250')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => rows()[0]?.[2]).toBe('AED\u00a0250.00')
  await section.getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Delete cash flow?' })
  await expect
    .element(confirmation.getByText('The cash flow of AED 250.00 (Capital call) on Jan 15, 2024 will be deleted.'))
    .toBeVisible()
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect.element(section.getByText('No cash flows')).toBeVisible()
  expect(store.table('cashFlows').get(id)).toBeUndefined()
})

test('an investor’s flows are those of all their projects, converted; those without a rate are listed', async () => {
  const { flow, pier, omar } = await setup(({ elif }) => [investorCashFlows, elif])
  flow('CAPITAL_CALL', '300', '2024-01-15', { projectId: pier.id, currency: 'USD' })
  flow('CAPITAL_CALL', '100', '2024-01-16')
  flow('CAPITAL_CALL', '9', '2024-01-17', { investorId: omar.id })
  await expect.poll(() => rows().map((row) => row[3])).toEqual(['Quay', 'Pier'])
  expect(facts()).toMatchObject({ 'Paid in': '$300.00' })
  await expect.element(sums.getByText('Incomplete total: no exchange rate for Quay (AED)')).toBeVisible()
})

test("an investment's flows are those of its investor in its project, as is a new one", async () => {
  const { store, flow, pier, omar, quay, elif } = await setup(({ stake }) => [investmentCashFlows, stake])
  flow('CAPITAL_CALL', '100', '2024-01-16')
  flow('CAPITAL_CALL', '300', '2024-01-15', { projectId: pier.id })
  flow('CAPITAL_CALL', '9', '2024-01-17', { investorId: omar.id })
  await expect.poll(() => rows().map((row) => row[2])).toEqual(['AED\u00a0100.00'])
  await section.getByRole('button', { name: 'Add cash flow' }).click()
  const form = page.getByRole('dialog', { name: 'Add cash flow' })
  await chooseOption(form.getByRole('combobox', { name: 'Type' }), 'Interest')
  await form.getByLabelText('Amount').fill('5')
  await form.getByRole('button', { name: 'Add cash flow' }).click()
  await expect.poll(() => rows().length).toBe(2)
  expect(store.outbox()[0]!.ops[0]).toMatchObject({ fields: { projectId: quay.id, investorId: elif.id } })
})

test('an investor can read but not change the flows', async () => {
  const { flow } = await setup(({ stake }) => [investmentCashFlows, stake], { ...someone, role: 'INVESTOR' })
  flow('DIVIDEND', '100', '2024-01-16')
  await expect.poll(rows).toHaveLength(1)
  expect(section.getByRole('button').elements()).toEqual([])
})
