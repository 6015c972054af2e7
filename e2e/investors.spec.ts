import { expectToast, findRow, loginAndSync, openScreen, search, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager adds an investor and finds them by full name and by e-mail', async ({ page, server }) => {
  const lastName = uniqueName('Haddad')
  const email = `${lastName.replaceAll(' ', '.').toLowerCase()}@example.test`
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  await page.getByRole('button', { name: 'Add Investor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Investor' })
  await dialog.getByLabel('First Name').fill('Layla')
  await dialog.getByLabel('Last Name').fill(lastName)
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByLabel('Phone').fill('+962 6 555 0100')
  await dialog.getByRole('button', { name: 'Add Investor' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add Investor' }).click()
  await expectToast(page, 'Investor created successfully')
  const row = await findRow(page, `Layla ${lastName}`)
  await expect(row.getByRole('link', { name: '+962 6 555 0100' })).toHaveAttribute('href', /^tel:/)
  await findRow(page, email)
  const manager = await server.as('manager')
  await expect
    .poll(async () => (await manager.list('investors')).filter((investor) => investor['email'] === email))
    .toMatchObject([{ firstName: 'Layla', lastName, phone: '+962 6 555 0100' }])
})

test('a manager who deletes an investor is told what is deleted with them, and all of it is deleted', async ({
  page,
  server,
}) => {
  const lastName = uniqueName('Moreau')
  const manager = await server.as('manager')
  const project = await manager.create('projects', { name: uniqueName('Pier'), type: 'COMMERCIAL' })
  const investor = await manager.create('investors', { firstName: 'Ana', lastName, email: 'ana@example.test' })
  await manager.create('investments', { projectId: project.id, investorId: investor.id, amount: '5000' })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  await (await findRow(page, lastName)).getByRole('button', { name: `Actions for Ana ${lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Investor' })
  await expect(dialog.getByText('removes all associated investment data')).toBeVisible()
  await expect(dialog.getByText('1 investment')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Investor deleted successfully')
  await search(page, lastName)
  await expect(page.getByText('No investors match your search criteria.')).toBeVisible()
  await expect.poll(async () => (await manager.list(`investments?investorId=${investor.id}`)).length).toBe(0)
})
