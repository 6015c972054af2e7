import type { Page } from 'playwright/test'
import {
  expectLive,
  expectToast,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  rowOf,
  search,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import type { Server } from './support/server.ts'

async function setupHolding(server: Server) {
  const manager = await server.signIn('manager')
  const projectName = uniqueName('Wharf')
  const lastName = uniqueName('Sena')
  const project = await manager.create('projects', { name: projectName, type: 'PRIVATE_EQUITY' })
  const investor = await manager.create('investors', { firstName: 'Rui', lastName, email: 'rui@example.test' })
  return { manager, project, investor, projectName, investorName: `Rui ${lastName}` }
}

async function chooseOption(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label })
  await field.fill(name)
  await page.getByRole('option', { name }).click()
}

test('a manager records an investment, and its redemption date follows from the project', async ({ page, server }) => {
  const { manager, project, projectName, investorName } = await setupHolding(server)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investments')
  await page.getByRole('button', { name: 'Create investment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create investment' })
  await chooseOption(page, 'Project', projectName)
  await chooseOption(page, 'Investor', investorName)
  await dialog.getByRole('button', { name: 'Create investment' }).click()
  await expect(dialog.getByText('Amount is required')).toBeVisible()
  await dialog.getByLabel('Amount').fill('123456.78')
  await dialog.getByRole('button', { name: 'Create investment' }).click()
  await expectToast(page, 'Investment created')
  await search(page, projectName)
  await expect(rowOf(page, projectName)).toContainText(investorName)
  await expect
    .poll(() => manager.list(`investments?projectId=${project.id}`))
    .toMatchObject([{ amount: '123456.78', status: 'COMMITTED', redemptionDate: expect.stringMatching(/^\d{4}-/) }])
})

/** A narrow list hides the row buttons. */
async function openDetails(page: Page, amount: string) {
  await rowOf(page, amount).getByRole('button').first().click()
  return page.getByRole('dialog', { name: 'Investment Details' })
}

test('the last actions are undone in their order, offline and after they were sent', async ({ page, server }) => {
  const { manager, project, investor, projectName } = await setupHolding(server)
  const invest = (amount: string) =>
    manager.create('investments', {
      projectId: project.id,
      investorId: investor.id,
      amount,
      investmentDate: '2026-01-31',
    })
  await invest('355000.00')
  await invest('425000.00')
  const amounts = async () =>
    (await manager.list(`investments?projectId=${project.id}`)).map(({ amount }) => String(amount)).toSorted()
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investments')
  await search(page, projectName)
  for (const isOffline of [true, false]) {
    if (isOffline) await goOffline(page)
    const deleted = await openDetails(page, '$425,000')
    await deleted.getByRole('button', { name: /^Actions for / }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete investment?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, '$425,000')).toHaveCount(0)
    const edited = await openDetails(page, '$355,000')
    await edited.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Investment' })
    await dialog.getByLabel('Amount').fill('999000')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, '$999,000')).toBeVisible()
    if (!isOffline) await expect.poll(amounts).toEqual(['999000.00'])
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('status').getByText('Amount back to $355,000')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('status').getByText(/^Restored: .*\$425,000$/)).toBeVisible()
    if (isOffline) await goOnline(page)
    await expectLive(page)
    await expect(rowOf(page, '$425,000')).toBeVisible()
    expect(await amounts()).toEqual(['355000.00', '425000.00'])
  }
})

test('a list view saved offline is sent later and visible to its owner only', async ({ page, server }) => {
  const name = uniqueName('Who left')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investments')
  await goOffline(page)
  await search(page, 'exited')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  const form = page.getByRole('dialog', { name: 'Save view' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect(form).toHaveCount(0)
  await goOnline(page)
  const viewsOf = async (account: 'manager' | 'admin') => (await server.signIn(account)).list('saved-views')
  await expect.poll(() => viewsOf('manager')).toMatchObject([{ name, list: 'investments', address: '?q=exited' }])
  expect(await viewsOf('admin')).toEqual([])
  await page.goto('/investments')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('dialog', { name: 'Views' }).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/\/investments\?q=exited$/)
})
