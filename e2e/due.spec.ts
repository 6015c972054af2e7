import { expectLive, goOffline, goOnline, loginAndSync, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager marks an overdue commission as paid offline; the calendar and, once online, the server show it', async ({
  page,
  server,
}) => {
  const name = uniqueName('Pier')
  const manager = await server.signIn('manager')
  const { id: projectId } = await manager.create('projects', { name, type: 'COMMERCIAL' })
  const { id: investorId } = await manager.create('investors', { firstName: 'Elif', email: 'elif@example.test' })
  const { id: investmentId } = await manager.create('investments', { projectId, investorId, amount: '5000.00' })
  const fee = { investmentId, feeType: 'SETUP', amount: '25.00', dueDate: '2001-01-01' }
  const { id } = await manager.create('commissions', fee)

  await loginAndSync(page, 'manager')
  const attention = page.getByRole('region', { name: 'Needs your attention' })
  const line = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Commission payable' })
  await expect(attention.locator(line)).toBeVisible()
  await goOffline(page)
  await attention.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('checkbox', { name: 'Commission payable' }).click()
  await expect(page.getByRole('region', { name: 'Overdue' }).locator(line)).toBeVisible()

  await page.goBack()
  await attention.locator(line).getByRole('link', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(attention).toBeVisible()
  await expect(line).toHaveCount(0)
  await attention.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible()
  await expect(line).toHaveCount(0)

  await goOnline(page)
  await expectLive(page)
  const paid = async () => (await manager.list('commissions')).find((each) => each.id === id)?.['paidDate']
  await expect.poll(paid).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
