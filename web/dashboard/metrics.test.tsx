import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawApp } from '#web/test/draw-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const main = page.getByRole('main')
const names = ['Total AUM', 'Active Projects', 'Total Investors', 'Average IRR'] as const
/** Each figure as it stands on its card; null while it is not shown. */
const figures = () =>
  Object.fromEntries(
    names.map((name) => [
      name,
      main.getByRole('region', { name, exact: true }).first().query()?.querySelector(':scope > p')?.textContent ?? null,
    ]),
  )
const notes = () =>
  main
    .getByRole('note')
    .elements()
    .map((each) => each.textContent)

async function setup(identity = someone) {
  const store = await openTestStore(identity)
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const project = (name: string, more: object = {}) => store.put('projects', { name, type: 'COMMERCIAL', ...more })
  const invest = (projectId: string, amount: string, currency = 'USD') =>
    store.put('investments', { projectId, investorId: investor.id, amount, currency, status: 'ACTIVE' })
  return { store, project, invest, investor }
}

test('a firm without records has figures of nothing, and no mean of nothing', async () => {
  await drawApp(await openTestStore())
  await expect.poll(figures).toEqual({
    'Total AUM': '$0',
    'Active Projects': '0',
    'Total Investors': '0',
    'Average IRR': 'N/A',
  })
  await expect.element(main.getByText('No projects')).toBeVisible()
  await expect.element(main.getByText('Nothing yet')).toBeVisible()
  expect(notes()).toEqual([])
})

test('before every record is on the device no figure is shown, for it would be part of the truth', async () => {
  const { store, project } = await setup()
  project('Quay', { expectedIRR: '12' })
  await store.caughtUp()
  store.setStatus({ hasAllRows: false })
  await drawApp(store)
  await expect.element(main.getByRole('region', { name: 'Total AUM' })).toBeVisible()
  expect(figures()).toEqual(Object.fromEntries(names.map((name) => [name, null])))
  store.setStatus({ hasAllRows: true })
  await expect.poll(figures).toMatchObject({ 'Active Projects': '1', 'Total Investors': '1', 'Average IRR': '12.0%' })
})

test('figures follow what others change: a rate that comes completes the total, and one that is old is said', async () => {
  const { store, project, invest } = await setup()
  const quay = project('Quay')
  invest(quay.id, '100000')
  invest(quay.id, '400000', 'AED')
  await drawApp(store)
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$100.0K' })
  expect(notes()).toEqual(['Incomplete: there is no exchange rate for Quay (AED)'])
  const today = new Date().toISOString().slice(0, 10)
  const rate = { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25' }
  const { id } = store.put('exchangeRates', { ...rate, date: today })
  await expect.poll(figures).toMatchObject({ 'Total AUM': '$200.0K' })
  expect(notes()).toEqual([])
  store.put('exchangeRates', { id, ...rate, date: '2020-01-01' })
  await expect.poll(notes).toEqual(['An exchange rate is more than a week old.'])
})

test('the mean of returns takes the actual one before the expected one, and leaves out what has neither or has exited', async () => {
  const { store, project } = await setup()
  project('Quay', { expectedIRR: '12', actualIRR: '6' })
  project('Pier', { expectedIRR: '10' })
  project('Mole')
  project('Old mill', { expectedIRR: '90', status: 'EXITED' })
  await drawApp(store)
  await expect.poll(figures).toMatchObject({ 'Average IRR': '8.0%', 'Active Projects': '3' })
  store.drop('investors', store.table('investors').all()[Symbol.iterator]().next().value!.id)
  await expect.poll(figures).toMatchObject({ 'Total Investors': '0' })
})

test('every figure says how it is computed', async () => {
  await drawApp(await openTestStore())
  await expect.poll(figures).toMatchObject({ 'Active Projects': '0' })
  const formulas = names.map((name) =>
    main.getByRole('region', { name, exact: true }).first().getByRole('button').element().getAttribute('aria-label'),
  )
  expect(formulas.map((each) => each?.split(/[.:]/)[0])).toEqual([
    'Active and committed investments added up',
    'Projects that have not exited',
    'Investor records of the firm',
    'Simple mean over projects that have not exited',
  ])
})

test('what is entered without a connection is counted at once', async () => {
  const { store } = await setup()
  await drawApp(store)
  await expect.poll(figures).toMatchObject({ 'Active Projects': '0' })
  store.setStatus({ connection: 'offline' })
  await store.create('projects', { name: 'Quay', type: 'COMMERCIAL', expectedIRR: '7' })
  await expect.poll(figures).toMatchObject({ 'Active Projects': '1', 'Average IRR': '7.0%' })
})
