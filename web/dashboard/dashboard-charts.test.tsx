import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths } from '#schema/money/dates.ts'
import { monthEnds } from '#schema/portfolio/performance.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { monthName } from '#web/ui/format/dates/month-name.ts'
import { today as todayIn } from '#web/ui/format/dates/date-format.ts'
import { rowsOf, textsOf } from '#web/test/texts-of.ts'

const main = page.getByRole('main')
const chart = (name: string) => main.getByRole('figure', { name })
const invested = chart('Paid-in capital and value')
const paidOut = chart('Distributions per month')
const allocation = chart('Asset allocation')
const today = todayIn()
const back = (months: number) => addMonths(`${today.slice(0, 8)}01`, -months)
const pointsOf = (table: typeof main) => rowsOf(table, 'td').slice(1)

async function setup(role: 'ADMIN' | 'INVESTOR' = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const [quay, mill] = (['REAL_ESTATE', 'COMMERCIAL'] as const).map((type) =>
    store.put('projects', { name: type, type }),
  )
  const elif = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const invest = (projectId: string, amount: string, overrides: object) =>
    store.put('investments', { projectId, investorId: elif.id, amount, status: 'ACTIVE', ...overrides })
  invest(quay!.id, '200000', { investmentDate: back(20) })
  invest(mill!.id, '100000', { investmentDate: back(1) })
  invest(mill!.id, '100000', { investmentDate: back(1), status: 'COMMITTED' })
  store.put('valuations', { projectId: quay!.id, nav: '300000', valuationDate: back(15), valueRatio: '1.500000' })
  const flow = { projectId: quay!.id, investorId: elif.id, type: 'DISTRIBUTION' }
  store.put('cashFlows', { ...flow, amount: '1250.5', date: back(1) })
  await renderApp(store)
  return { store, quay, mill, elif }
}

test('the charts and their tables show the same figures month by month', async () => {
  await setup()
  await invested.getByRole('button', { name: 'Show as a table' }).click()
  const [first, ...months] = monthEnds(today, 12).map(monthName)
  const rows = pointsOf(invested)
  expect(rows.map(([month]) => month)).toEqual([first, ...months])
  expect(rows[0]).toEqual([first, '$200,000.00', '$300,000.00'])
  // 300,000 as valued less 1,250.50 received since, plus 100,000 x 1.25.
  expect(rows.at(-1)).toEqual([months.at(-1), '$300,000.00', '$423,749.50'])
  await paidOut.getByRole('button', { name: 'Show as a table' }).click()
  expect(pointsOf(paidOut).map(([, amount]) => amount)).toEqual([
    ...Array.from({ length: 10 }, () => '$0.00'),
    '$1,250.50',
    '$0.00',
  ])
  await expect.element(main.getByText('Illustrative', { exact: true })).toBeVisible()
})

test('the default range is twelve months', async () => {
  await setup()
  const range = main.getByRole('group', { name: 'Range of months' })
  const slider = paidOut.getByRole('slider')
  await expect.element(slider).toHaveAttribute('max', '12')
  for (const months of ['6', '3'] as const) {
    await range.getByRole('button', { name: `${months} months`, exact: true }).click()
    await expect.element(slider).toHaveAttribute('max', months)
  }
  expect(textsOf(range.getByRole('button', { pressed: true }))).toEqual(['3 months'])
})

test('shows active and committed capital by type; projects that an investor cannot see form one group', async () => {
  const { store, mill } = await setup('INVESTOR')
  const parts = () => textsOf(allocation.getByRole('listitem'))
  await expect.poll(parts).toEqual(['Real estate50.0%$200,000.00', 'Commercial50.0%$200,000.00'])
  store.drop('projects', mill!.id)
  await expect.poll(parts).toEqual(['Real estate50.0%$200,000.00', 'Hidden projects50.0%$200,000.00'])
})

test('without records both charts say that there is no data; while records load they say nothing', async () => {
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false })
  await renderApp(store)
  await expect.element(main.getByRole('region', { name: 'Asset allocation' })).toBeVisible()
  expect(main.getByText('No data available').elements()).toEqual([])
  store.setStatus({ hasAllRows: true })
  await expect.poll(() => main.getByText('No data available').elements().length).toBe(2)
  expect(main.getByText(/capital by project type|cumulative capital paid in/).elements()).toEqual([])
})

test('each chart lists the amounts it leaves out for want of an exchange rate', async () => {
  const { store, quay, elif } = await setup()
  const fields = { projectId: quay!.id, investorId: elif.id, amount: '5', currency: 'TRY', status: 'ACTIVE' }
  store.put('investments', { ...fields, investmentDate: back(2) })
  const note = 'Incomplete total: no exchange rate for REAL_ESTATE (TRY)'
  for (const name of ['Asset allocation', 'Performance'])
    await expect.element(main.getByRole('region', { name }).first().getByRole('note')).toHaveTextContent(note)
})
