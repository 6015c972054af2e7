import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { InvestorPortalScreen } from './investor-portal-screen.tsx'

async function setupInvestor() {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const hold = (project: string, amount: string, more: Record<string, unknown> = {}) => {
    const { id } = store.put('projects', { name: project, type: 'COMMERCIAL' })
    return store.put('investments', { projectId: id, investorId: own.id, amount, projectName: project, ...more })
  }
  return { store, own, hold }
}
const card = (name: string) => page.getByRole('region', { name })

test('an investor reads what each holding is worth and why, and what the totals include', async () => {
  const { store, own, hold } = await setupInvestor()
  hold('Harbour', '150000', { status: 'FUNDED', valueRatio: '1.200000' })
  hold('Quay', '100000', { status: 'COMMITTED' })
  const out = hold('Marina', '40000', { status: 'EXITED' })
  store.put('cashFlows', { projectId: out['projectId'], investorId: own.id, amount: '50000', type: 'DISTRIBUTION' })
  hold('Tower', '5', { status: 'FUNDED', currency: 'TRY' })
  await draw(store, <InvestorPortalScreen />)
  const total = card('Total Investment')
  await expect.element(total.getByText('$290K')).toBeVisible()
  for (const part of ['$100K', '$150K', '$40K']) await expect.element(total.getByText(part)).toBeVisible()
  await expect.element(total.getByText('Incomplete: there is no exchange rate for Tower (TRY)')).toBeVisible()
  await expect.element(card('Portfolio Value').getByText('$305K')).toBeVisible()
  await expect.element(card('Portfolio Value').getByText('Illustrative', { exact: true })).toBeVisible()
  await expect.element(card('Total Return').getByText('$65K')).toBeVisible()
  await expect.element(card('Total Return').getByText('22.4%')).toBeVisible()
  const row = (project: string) => page.getByRole('row').filter({ hasText: project })
  for (const [project, ...texts] of [
    ['Harbour', '$180,000', '$30,000', '20.0%', 'Valuation'],
    ['Quay', '$125,000', '$25,000', '25.0%', 'Illustrative'],
    ['Marina', '$0', '$10,000', 'Realised'],
  ] as const)
    for (const text of texts) await expect.element(row(project).getByText(text, { exact: true })).toBeVisible()
})
