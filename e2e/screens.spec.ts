import type { Page } from 'playwright/test'
import { letterOf, screens } from '../web/test/screens.ts'
import { loginAndSync, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

const navigateTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address)

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const formatMoney = (amount: unknown): string => money.format(String(amount) as `${number}`)

async function expectSum(page: Page, metric: string, sum: string): Promise<void> {
  await page.getByRole('main').getByTitle(`${metric}: how it is calculated`).click()
  const panel = page.getByRole('dialog', { name: metric })
  await expect(panel.getByRole('row', { name: /^Total/ })).toHaveText(`Total≈ ${sum}`)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
}

for (const [account, role] of [
  ['admin', 'ADMIN'],
  ['manager', 'PORTFOLIO_MANAGER'],
  ['investor', 'INVESTOR'],
] as const) {
  test(`as ${account} every address shows its screen or the reason, and the dashboard matches the server`, async ({
    page,
    server,
  }) => {
    await loginAndSync(page, account)
    const figures = await (await server.signIn(account)).read('dashboard/metrics')
    const region = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true }).first()
    await expect(region('Active projects')).toContainText(String(figures['activeProjects']))
    const irrPattern = /Average IRR(\d+\.\d)%/
    await expect(region('Average IRR')).toHaveText(irrPattern)
    const [, irr] = irrPattern.exec((await region('Average IRR').textContent())!)!
    expect(Math.abs(Number(irr) - Number(figures['averageIRR']))).toBeLessThan(0.06)
    await expectSum(page, 'Total AUM', formatMoney(figures['totalAUM']))

    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
    for (const { path, name, heading: title = name, sees: visibleText, denied: deniedText } of screens) {
      await navigateTo(page, path)
      if (visibleText.includes(letterOf[role])) {
        await expect(heading(title)).toBeVisible()
        await expect(page.getByText('Access Denied')).toHaveCount(0)
      } else {
        await expect(heading('Access Denied')).toBeVisible()
        await expect(page.getByRole('alert')).toHaveText(`Access Denied${deniedText}`)
      }
    }
  })
}

test('holdings in three currencies have the same total on every screen and over REST', async ({
  page,
  secondDevice,
  server,
}) => {
  const manager = await server.signIn('manager')
  const investor = await server.signIn('investor')
  const totalOf = async (api: typeof manager) => Number((await api.read('dashboard/metrics'))['totalAUM'])
  const before = { firmTotal: await totalOf(manager), ownTotal: await totalOf(investor) }
  const name = uniqueName('Three')
  const project = await manager.create('projects', { name, type: 'COMMERCIAL', targetAmount: '6000' })
  const investorId = (await investor.list('investments'))[0]!['investorId']
  for (const [currency, amount] of [
    ['USD', '1000'],
    ['AED', '3672.50'],
    ['TRY', '42500'],
  ])
    await manager.create('investments', { projectId: project.id, investorId, amount, currency, status: 'FUNDED' })
  const firm = (before.firmTotal + 3000).toFixed(2)
  const own = (before.ownTotal + 3000).toFixed(2)
  expect([await totalOf(manager), await totalOf(investor)].map((total) => total.toFixed(2))).toEqual([firm, own])

  await loginAndSync(page, 'manager')
  await expectSum(page, 'Total AUM', formatMoney(firm))
  const listFooter = (on: Page) => on.getByRole('region', { name: 'List totals' })
  await navigateTo(page, `/investments?projectId=${project.id}`)
  await expect(listFooter(page)).toHaveText('Total of 3 investmentsAmount≈ $3,000.00')
  await navigateTo(page, `/projects?q=${encodeURIComponent(name)}`)
  await expect(listFooter(page)).toContainText('Raised amount≈ $3,000.00')
  await navigateTo(page, `/projects?dialog=details&record=${project.id}`)
  const details = page.getByRole('dialog', { name: 'Project details' })
  await expect(details.getByRole('figure', { name: /^≈ \$3,000\.00 paid in/ })).toBeVisible()

  const other = (await secondDevice()).page
  await loginAndSync(other, 'investor')
  await expectSum(other, 'Total AUM', formatMoney(own))
  await navigateTo(other, `/investments?projectId=${project.id}`)
  await expect(listFooter(other)).toHaveText('Total of 3 investmentsAmount≈ $3,000.00')
  await navigateTo(other, '/investments')
  const { length } = await investor.list('investments')
  await expect(listFooter(other)).toContainText(`Total of ${length} investments`)
  const footerTotal = (await listFooter(other).textContent())!.replace(/^.*Amount≈ /, '')
  await navigateTo(other, '/investor-portal')
  await expectSum(other, 'Total investment', footerTotal)
})
