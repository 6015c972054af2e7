import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { factsOf } from '#web/test/texts-of.ts'
import { InvestmentsScreen } from './investments-screen.tsx'

const details = page.getByRole('dialog', { name: 'Investment Details' })
const facts = () => factsOf(details)

async function setup(fields: object, overrides: object = {}, as = someone) {
  const store = await openTestStore(as)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', actualTotalInvested: '1000', ...overrides })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const ids = { projectId: project.id, investorId: investor.id }
  const investment = store.put('investments', { ...ids, amount: '1000', investmentDate: '2025-01-31', ...fields })
  const valued = (nav: string) => store.put('valuations', { projectId: project.id, nav, valuationDate: '2025-06-30' })
  const paid = (amount: string) =>
    store.put('cashFlows', { ...ids, amount, type: 'DISTRIBUTION', date: '2025-07-01', currency: 'USD' })
  const open = async () => {
    await renderScreen(store, InvestmentsScreen, { dialog: 'details', record: investment.id })
    await expect.element(details.getByText('Current value')).toBeVisible()
  }
  return { investment, store, valued, paid, open }
}

test('the details show the value and its rule, payments included', async () => {
  const { valued, paid, open } = await setup({ status: 'FUNDED' })
  valued('1200')
  paid('50')
  await open()
  await expect.poll(() => facts()['Current value']).toBe('$1,150.00 Valuation')
  expect(facts()).toMatchObject({ Project: 'Quay', Investor: 'Elif', Return: '$20020.0%' })
  expect(facts()).not.toHaveProperty('Exit date')
})

test.each([
  ['ADMIN', 'Elif · Quay · $1,000'],
  ['INVESTOR', 'Quay · $1,000'],
] as const)('for %s the panel is headed by the investment’s name', async (role, name) => {
  const { open } = await setup({ status: 'FUNDED' }, {}, { ...someone, role })
  await open()
  await expect.element(details.getByRole('heading', { name, exact: true })).toBeVisible()
  expect(facts()).toMatchObject({ Amount: '$1,000.00' })
})

test('without a valuation the value is illustrative', async () => {
  const { open } = await setup({ status: 'FUNDED' })
  await open()
  await expect.poll(() => facts()['Current value']).toBe('$1,250.00 Illustrative')
})

test('after an exit the details show its date, no value, and the return of the distributions', async () => {
  const { paid, open } = await setup({ status: 'EXITED', exitedOn: '2025-07-15' })
  paid('1300')
  await open()
  await expect.poll(() => facts()['Current value']).toBe('$0.00 Exited')
  expect(facts()).toMatchObject({ 'Exit date': 'Jul 15, 2025', Return: '$30030.0%' })
})

test('an exited investment keeps its value until its final payment', async () => {
  const { store, investment, paid, open } = await setup({ status: 'EXITED', exitedOn: '2025-07-15' })
  await open()
  await expect.poll(() => facts()['Current value']).toBe('—')
  const { id, number: _, ...row } = investment
  store.server.write(['investments', id, { ...row, exitedFromStart: false }])
  await expect.poll(() => facts()['Current value']).toBe('$1,250.00 Exited, payment outstanding Illustrative')
  paid('1300')
  await expect.poll(() => facts()['Current value']).toBe('$0.00 Exited')
})

test('a redemption date entered by a person is not marked as an estimate, even before it is sent', async () => {
  const { store, open } = await setup({ status: 'FUNDED' })
  await store.caughtUp()
  const [investment] = [...store.table('investments').all()]
  await store.update('investments', investment!, { redemptionDate: '2027-01-01' })
  await open()
  await expect.poll(() => facts()['Redemption date']).toBe('Jan 1, 2027')
})

test('the cash flows of the investment are a tab of its details', async () => {
  const { paid, open } = await setup({ status: 'FUNDED' }, {}, { ...someone, role: 'INVESTOR' })
  paid('50')
  await open()
  await details.getByRole('tab', { name: 'Cash flows' }).click()
  await expect.element(details.getByRole('table').getByText('$50.00')).toBeVisible()
})
