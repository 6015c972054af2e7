import {
  expectLive,
  expectToast,
  findRow,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a valuation entered offline reaches investors once the manager is online', async ({ page, server }) => {
  const name = uniqueName('Quay')
  const manager = await server.signIn('manager')
  const project = await manager.create('projects', { name, type: 'COMMERCIAL' })
  const investor = await server.signIn('investor')
  const [holding] = await investor.list('investments')
  await manager.create('investments', {
    projectId: project.id,
    investorId: holding?.['investorId'],
    amount: '1000',
    status: 'FUNDED',
  })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await (await findRow(page, name)).getByRole('button', { name: 'View details' }).click()
  const details = page.getByRole('dialog', { name: 'Project details' })
  await details.getByRole('tab', { name: 'Valuations' }).click()

  await goOffline(page)
  await details.getByRole('button', { name: 'Add valuation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add valuation' })
  await dialog.getByLabel('Net asset value (NAV)').fill('1,250')
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expectToast(page, 'Valuation added')
  await expect(details.getByRole('row').filter({ hasText: '$1,250.00' }).getByText('Unsent changes')).toBeVisible()

  await goOnline(page)
  await expectLive(page)
  await expect
    .poll(async () => (await investor.list('investments')).find(({ projectId }) => projectId === project.id))
    .toMatchObject({ valueRatio: '1.250000' })

  const row = details.getByRole('row').filter({ hasText: '$1,250.00' })
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete valuation?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(details.getByText('No valuations')).toBeVisible()
})
