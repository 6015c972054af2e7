import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { converterFor } from '#schema/money/exchange.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { addMonths } from '#schema/money/dates.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { portfolioReport } from '#web/dashboard/report.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { today } from '#web/ui/format/dates/date-format.ts'

const role = { staff: 'ADMIN', investor: 'INVESTOR' } as const

const lastMonth = addMonths(today(), -1)

/** 150,000 of 1,000,000 with a NAV of 1,200,000, and 60,000 received since. */
async function setup(reader: keyof typeof role) {
  const store = await openTestStore({ ...someone, role: role[reader] })
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', isVisibleToInvestors: true })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const ids = { projectId, investorId: own.id }
  const investment = store.put('investments', {
    ...ids,
    amount: '150000',
    status: 'FUNDED',
    investmentDate: '2025-01-01',
    projectName: 'Quay',
  })
  store.put('cashFlows', {
    ...ids,
    investmentId: investment.id,
    type: 'DISTRIBUTION',
    amount: '60000',
    date: lastMonth,
  })
  if (reader === 'staff') {
    const other = store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
    const others = { projectId, investorId: other.id, status: 'FUNDED' }
    store.put('investments', { ...others, amount: '850000', investmentDate: '2025-01-01' })
    store.put('investments', { ...others, amount: '500000', investmentDate: '2026-02-01' })
    store.put('valuations', { projectId, nav: '1200000', valuationDate: '2025-12-31' })
  } else {
    const share = { investmentId: investment.id, valuationId: store.newId(), investorId: own.id }
    store.put('holdingValues', { ...share, valuationDate: '2025-12-31', value: '180000' })
  }
  await store.caughtUp()
  return { store, own, investment }
}

const value = '$120,000.00'
const gain = '$30,000.00'
const reportOfQuay = ',150000.00,60000.00,120000.00,30000.00,Valuation'
const main = page.getByRole('main')
const rowOfQuay = () => page.getByRole('row').filter({ hasText: 'Quay' })

function reportOf(store: TestStore, ofFirm: boolean): string | undefined {
  const convert = converterFor([], today())
  const exchange = { currency: 'USD', convert }
  const text = runToEnd(portfolioReport({ store, ofFirm, exchange, on: dailyConvertersOf([]), today: today() }))
  return text.split('\r\n').find((line) => line.includes('150000.00'))
}

async function comparePortal(address: { readonly investor?: string }, store: TestStore) {
  const screen = await renderPortal(store, address)
  await expect.element(page.getByRole('region', { name: 'Portfolio value' }).getByText('$120K').first()).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Total return' }).getByText('$30K')).toBeVisible()
  await expect.element(rowOfQuay().getByText('$120,000', { exact: true })).toBeVisible()
  await expect.element(rowOfQuay().getByText('$30,000', { exact: true })).toBeVisible()
  const chart = page.getByRole('figure', { name: 'Paid in, value, and value plus distributions' })
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  await expect
    .poll(() => chart.getByRole('row').elements().at(-1)?.textContent)
    .toContain(`$150,000.00${value}$180,000.00`)
  await page.getByRole('region', { name: 'Holdings' }).first().getByRole('button', { name: 'Quay' }).click()
  await expect.element(page.getByRole('dialog').getByText(value)).toBeVisible()
  await screen.unmount()
  const statement = await renderPortal(store, { ...address, statement: 'days', from: '2026-01-01', to: today() })
  const sheet = page.getByRole('article', { name: 'Capital account statement' })
  await expect
    .poll(() => sheet.getByRole('row').elements()[1]?.textContent)
    .toContain(`$180,000.00$0.00$60,000.00$0.00${value}`)
  await statement.unmount()
}

test('staff see one value of a holding on every screen', async () => {
  const { store, own, investment } = await setup('staff')
  await comparePortal({ investor: own.id }, store)
  expect(reportOf(store, true)).toContain(reportOfQuay)
  const { goTo } = await renderApp(store, `/investments?dialog=details&record=${investment.id}`)
  const details = page.getByRole('dialog')
  await expect.element(details.getByText(value)).toBeVisible()
  await goTo(`/investors?dialog=details&record=${own.id}&tab=investments`)
  await expect.element(details.getByText(value)).toBeVisible()
  await expect.element(details.getByText(gain)).toBeVisible()
})

test('an investor sees the same value on every screen', async () => {
  const { store } = await setup('investor')
  expect(reportOf(store, false)).toContain(reportOfQuay)
  await comparePortal({}, store)
  await compareDashboard(store)
})

test('an investor sees the same value on every screen after a start from the disk', async () => {
  const { store } = await setup('investor')
  // A starting window reads its rows from stored pages.
  const started = await store.openBeside()
  await expect.poll(() => started.status.hasAllRows).toBe(true)
  expect(reportOf(started, false)).toContain(reportOfQuay)
  await compareDashboard(started)
  await comparePortal({}, started)
})

async function compareDashboard(store: TestStore) {
  const screen = await renderApp(store, '/')
  const tableOf = async (name: string) => {
    const chart = main.getByRole('figure', { name })
    await chart.getByRole('button', { name: 'Show as a table' }).click()
    return () =>
      chart
        .getByRole('row')
        .elements()
        .map(({ textContent }) => textContent)
  }
  const worth = await tableOf('Paid-in capital and value')
  await expect.poll(() => worth().at(-1)).toContain(`$150,000.00${value}`)
  const paidOut = await tableOf('Distributions per month')
  await expect.poll(() => paidOut().filter((row) => row?.endsWith('$60,000.00'))).toHaveLength(1)
  await expect.element(main.getByText('No data available')).not.toBeInTheDocument()
  await screen.unmount()
}
