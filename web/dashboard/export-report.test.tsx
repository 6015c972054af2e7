import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'

const main = page.getByRole('main')
const button = main.getByRole('button', { name: 'Export report' })

beforeEach(clearToasts)

async function setup(role: 'ADMIN' | 'INVESTOR' = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const pier = store.put('projects', { name: '=Pier, east', type: 'COMMERCIAL', location: '"Old" port' })
  const quay = store.put('projects', {
    name: 'Quay',
    type: 'REAL_ESTATE',
    targetAmount: '1000000',
    expectedIRR: '-2.5',
  })
  const elif = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  const invest = (amount: string, investmentDate: string, overrides: object = {}) =>
    store.put('investments', { projectId: quay.id, investorId: elif.id, amount, investmentDate, ...overrides })
  invest('250.5', '2026-02-01', { redemptionDate: '2026-08-01' })
  invest('100', '2026-01-05', { status: 'FUNDED', currency: 'AED', redemptionDate: '2026-07-05' })
  const files = savedFiles()
  await renderApp(store)
  await expect.element(button).toBeEnabled()
  const report = async () => {
    await button.click()
    await expect.poll(() => files.length).toBe(1)
    const { name, text, blob } = files[0]!
    return { name, text: await text, bytes: await blob.arrayBuffer() }
  }
  return { store, pier, report }
}

const line = (cells: readonly string[]) => cells.join(',')

test('the report has a row for each investment and one for a project without any; no cell is run as a formula', async () => {
  const { report } = await setup()
  const { name, text, bytes } = await report()
  expect(name).toBe(`portfolio-report-${new Intl.DateTimeFormat('en-CA').format()}.csv`)
  expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const quay = ['Quay', 'Real estate', 'Active', '', 'USD', '1000000.00', '0.00', '100.00 AED', '-2.50', '']
  expect(text.split('\r\n')).toEqual([
    'Project,Project type,Project status,Location,Project currency,Target amount,Raised amount,Raised amount (not converted),Expected IRR,Actual IRR,Investor,Email,Amount,Currency,Investment status,Investment date,Redemption date,Paid in,Distributions,Value,Return,Valuation basis',
    `"'=Pier, east",Commercial,Active,"""Old"" port",USD,,0.00,,,,,,,,,,,,,,,`,
    line([...quay, 'Elif Demir', 'elif@example.com', '100.00', 'AED', 'Active', '2026-01-05', '2026-07-05', ',,,,']),
    line([
      ...quay,
      'Elif Demir',
      'elif@example.com',
      '250.50',
      'USD',
      'Committed',
      '2026-02-01',
      '2026-08-01',
      '0.00,0.00,,,',
    ]),
    '',
  ])
  await expect.element(page.getByText('Portfolio report exported')).toBeVisible()
})

test('the raised amount of a project matches the lists, other currencies included', async () => {
  const { store, report } = await setup()
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2025-06-30' })
  await store.caughtUp()
  const rows = (await report()).text.split('\r\n')
  expect(rows[2]).toMatch(/^Quay,Real estate,Active,,USD,1000000\.00,25\.00,,-2\.50,,/)
})

test('offline the report has what this device holds, unsent changes included', async () => {
  const { store, pier, report } = await setup()
  const [elif] = store.table('investors').all()
  store.setStatus({ connection: 'offline' })
  const fields = { projectId: pier.id, investorId: elif!.id, amount: '7', investmentDate: '2026-03-01' }
  await store.create('investments', fields)
  const rows = (await report()).text.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('Elif Demir,elif@example.com,7.00,USD,Committed,2026-03-01')
})

test('an investor’s report has their own investments only, without the firm’s totals', async () => {
  const { store, pier, report } = await setup('INVESTOR')
  const [one] = store.table('investors').all()
  const hidden = { projectId: pier.id, investorId: one!.id, amount: '5', investmentDate: '2026-03-01' }
  store.put('investments', { ...hidden, projectName: 'Pier' })
  store.drop('projects', pier.id)
  await store.caughtUp()
  const [head, ...rows] = (await report()).text.trim().split('\r\n')
  expect(head).not.toContain('Raised amount')
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Quay', 'Quay', 'Pier'])
})

test('no report is made while records load; one that fails says so', async () => {
  const { store } = await setup()
  store.setStatus({ hasAllRows: false })
  await expect.element(button).toBeDisabled()
  store.setStatus({ hasAllRows: true })
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('no room')
  })
  await button.click()
  await expect.element(page.getByRole('alert').getByText('Failed to export portfolio report')).toBeVisible()
})
