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

const cells = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))

test('the newest holdings stand first, each with its days, and no day is invented', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', '1000', { investmentDate: '2024-03-15', redemptionDate: '2026-03-15' })
  hold('Pier', '1000', { investmentDate: '2025-01-31' })
  const { id, number: _, ...mole } = hold('Mole', '1000', { investmentDate: '2023-12-01' })
  store.server.write(['investments', id, { ...mole, redemptionDate: null }])
  await draw(store, <InvestorPortalScreen />)
  await expect.poll(() => cells().map(([name]) => name)).toEqual(['Pier', 'Quay', 'Mole'])
  expect(cells()[1]!.slice(-2)).toEqual(['03/15/2024', '03/15/2026'])
  expect(cells().map((row) => row.at(-2))).toEqual(['01/31/2025', '03/15/2024', '12/01/2023'])
  expect(cells().map((row) => row.at(-1))).toEqual(['07/31/2025', '03/15/2026', '—'])
})

test('a project that the investor may not see is called as the holding says, and follows its own name once seen', async () => {
  const { store, own } = await setupInvestor()
  const projectId = store.newId()
  const inLira = { projectId, investorId: own.id, amount: '1000', currency: 'TRY' }
  store.put('investments', { ...inLira, projectName: 'Old Quay' })
  await draw(store, <InvestorPortalScreen />)
  await expect.poll(() => cells()[0]?.[0]).toBe('Old Quay')
  const leftOut = (name: string) =>
    card('Total Investment').getByText(`Incomplete: there is no exchange rate for ${name} (TRY)`)
  await expect.element(leftOut('Old Quay')).toBeVisible()
  store.put('projects', { id: projectId, name: 'New Quay', type: 'COMMERCIAL' })
  await expect.poll(() => cells()[0]?.[0]).toBe('New Quay')
  await expect.element(leftOut('New Quay')).toBeVisible()
})

test('each holding stands in its own currency, with a loss as a loss, and its status in words', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', '1000', { status: 'FUNDED', currency: 'AED', valueRatio: '0.900000' })
  await draw(store, <InvestorPortalScreen />)
  await expect
    .poll(() => cells()[0]?.slice(0, 6))
    .toMatchObject([
      'Quay',
      'AED\u00a01,000',
      'AED\u00a0900',
      expect.stringMatching(/^[-−]AED\u00a0100[-−]10\.0%$/),
      'Valuation',
      'Active',
    ])
})
