import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths } from '#schema/money/dates.ts'
import { renderPortal } from '#web/test/render-portal.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { today as todayIn } from '#web/ui/format/dates/date-format.ts'

const chart = page.getByRole('figure', {
  name: 'Paid in, value, and value plus distributions',
})
const amounts = () => rowsOf(chart, 'td').slice(1)
const back = (months: number) => addMonths(`${todayIn().slice(0, 8)}01`, -months)

test('shows paid-in capital and value month by month, as a chart and as a table', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const ids = { projectId, investorId: own.id }
  store.put('investments', { ...ids, amount: '1000', status: 'FUNDED', investmentDate: back(20) })
  store.put('cashFlows', { ...ids, amount: '50', type: 'DISTRIBUTION', date: back(1) })
  await renderPortal(store)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  await expect.poll(() => amounts().length).toBeGreaterThan(11)
  const [first, last] = [amounts()[0]!, amounts().at(-1)!]
  expect(first.slice(-3)).toEqual(['$1,000.00', '$1,250.00', '$1,250.00'])
  expect(last.slice(-3)).toEqual(['$1,000.00', '$1,200.00', '$1,250.00'])
})

test('the chart leaves out commitments and unpaid distributions, and converts other currencies at today’s rate', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const hold = (name: string, overrides: object, project: object = {}) => {
    const { id: projectId } = store.put('projects', { name, type: 'COMMERCIAL', ...project })
    const ids = { projectId, investorId: own.id }
    store.put('investments', { ...ids, amount: '4000', status: 'FUNDED', investmentDate: back(2), ...overrides })
    return ids
  }
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: todayIn() })
  const tower = hold('Tower', { currency: 'AED' }, { currency: 'AED' })
  hold('Dock', { status: 'COMMITTED' })
  store.put('cashFlows', { ...tower, currency: 'AED', amount: '800', type: 'DISTRIBUTION', date: back(-3) })
  await renderPortal(store)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  await expect.poll(() => amounts().length).toBeGreaterThan(11)
  const figures = amounts().map((cells) => cells.slice(-3))
  expect(figures.at(-1)).toEqual(['≈ $1,000.00', '≈ $1,250.00', '≈ $1,250.00'])
  expect(figures.at(-4)).toEqual(['$0.00', '$0.00', '$0.00'])
})
