import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'

const details = page.getByRole('dialog', { name: 'Project details' })
const breakdown = details.getByRole('region', { name: 'Investment breakdown' })

async function setup() {
  const store = await openTestStore()
  const about = { location: 'Safi', targetAmount: '2000000', expectedIRR: '12.5', description: 'By the sea' }
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', ...about })
  const person = (firstName: string) => store.put('investors', { firstName, email: 'someone@example.com' })
  const hold = (investorId: string, amount: string, investmentDate: string, overrides: object = {}) =>
    store.put('investments', { projectId: project.id, investorId, amount, investmentDate, ...overrides })
  await store.caughtUp()
  await renderApp(store, `/projects?dialog=details&record=${project.id}`)
  await expect.element(breakdown).toBeVisible()
  return { store, project, person, hold }
}

const rows = () => rowsOf(breakdown)

test('the details begin with a summary of the project', async () => {
  await setup()
  for (const text of ['Quay', 'Commercial', 'Safi', 'By the sea', '12.5%'])
    await expect.element(details.getByText(text, { exact: true }).first()).toBeVisible()
})

test('the breakdown has a total, and each investment with investor, amount, date, currency and status', async () => {
  const { hold, person } = await setup()
  const [elif, omar] = [person('Elif'), person('Omar')]
  hold(elif.id, '250000', '2025-01-31')
  hold(omar.id, '50000', '2025-03-15', { status: 'FUNDED' })
  hold(omar.id, '7', '2024-12-01', { currency: 'AED', status: 'EXITED' })
  await expect.poll(rows).toEqual([
    ['Investor', 'Amount', 'Investment date', 'Currency', 'Status'],
    ['Omar', '$50,000', 'Mar 15, 2025', 'USD', 'Active'],
    ['Elif', '$250,000', 'Jan 31, 2025', 'USD', 'Committed'],
    ['Omar', 'AED\u00a07', 'Dec 1, 2024', 'AED', 'Exited'],
  ])
  await expect.element(breakdown.getByText(/^Total: \$300,000.*AED\u00a07$/)).toBeVisible()
})

test('an empty breakdown says so', async () => {
  await setup()
  await expect.element(breakdown.getByText('No investments', { exact: true })).toBeVisible()
})
