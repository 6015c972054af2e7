import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addMonths, dayBefore } from '#schema/money/dates.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { address } from '#web/test/render.tsx'
import { putShare } from '#web/test/put-share.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { today } from '#web/ui/format/dates/date-format.ts'

const monthsAgo = (months: number) => addMonths(today(), -months)
const region = page.getByRole('region', { name: 'Value today' })
const change = () => region.getByTitle('Change in value: how it is calculated').query()?.textContent

async function setupInvestor() {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const hold = (name: string, overrides: object, project: object = {}) => {
    const { id: projectId } = store.put('projects', { name, type: 'COMMERCIAL', ...project })
    const ids = { projectId, investorId: own.id }
    const { id } = store.put('investments', { ...ids, amount: '100000', status: 'FUNDED', ...overrides })
    const value = (day: string, share: string) => putShare(store, { id, investorId: own.id }, share, day)
    return { value, ids }
  }
  return { store, hold }
}

test('the value and its change are shown for a month, a year and since the start, without distributions as loss', async () => {
  const { store, hold } = await setupInvestor()
  const { value, ids } = hold('Quay', { investmentDate: monthsAgo(24) })
  value(monthsAgo(13), '104000')
  value(dayBefore(monthsAgo(1)), '108000')
  value(today(), '110000')
  store.put('cashFlows', { ...ids, type: 'DISTRIBUTION', amount: '10000', date: monthsAgo(2), moreDue: true })
  await renderPortal(store)
  await expect.element(region.getByText('$110,000.00', { exact: true }).first()).toBeVisible()
  await expect.poll(change).toMatch(/^\+\$16,000\.00\+15\.\d%$/)
  await region.getByRole('button', { name: '1 month' }).click()
  await expect.poll(change).toBe('+$2,000.00+1.9%')
  await region.getByRole('button', { name: 'Since inception' }).click()
  await expect.poll(change).toMatch(/^\+\$20,000\.00\+20\.\d%$/)
  expect(address()).toEqual({ period: 'all' })
  const chart = region.getByRole('figure', { name: 'Value in the period' })
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  await expect.poll(() => rowsOf(chart, 'td').at(-1)?.at(-1)).toBe('$110,000.00')
})

test('the change opens its opening value, cash flows and closing value, and what each holding added', async () => {
  const { store, hold } = await setupInvestor()
  const quay = hold('Quay', { investmentDate: monthsAgo(24) })
  quay.value(monthsAgo(13), '104000')
  quay.value(today(), '100000')
  hold('Pier', { investmentDate: monthsAgo(3), amount: '5000' }).value(today(), '5600')
  hold('Mole', { investmentDate: monthsAgo(24), currency: 'TRY' }, { currency: 'TRY' })
  await renderApp(store, '/investor-portal?figure=change')
  const panel = page.getByRole('dialog', { name: 'Change in value' })
  const rows = () =>
    panel
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  await expect
    .poll(() => rows().toSorted())
    .toEqual(['PierValuation+$600.00', 'QuayValuation-$4,000.00', 'Total-$3,400.00'])
  for (const amount of ['$104,000.00', '$5,000.00', '$0.00', '$105,600.00'])
    await expect.element(panel.getByText(amount, { exact: true })).toBeVisible()
  await expect.element(region.getByText('Incomplete total: no exchange rate for Mole (TRY)')).toBeVisible()
})

test('commitments without a payment have no change', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', { status: 'COMMITTED', investmentDate: monthsAgo(-2) })
  await renderPortal(store)
  await expect.element(region.getByText('No cash flows yet.')).toBeVisible()
  await expect.element(region.getByText('$0.00')).toBeVisible()
  expect([change(), region.getByRole('figure').elements()]).toEqual([undefined, []])
})
