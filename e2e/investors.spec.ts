import {
  expectToast,
  findRow,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  search,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager adds an investor and finds them by full name and by e-mail', async ({ page, server }) => {
  const lastName = uniqueName('Haddad')
  const email = `${lastName.replaceAll(' ', '.').toLowerCase()}@example.test`
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  await page.getByRole('button', { name: 'Add investor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Investor' })
  await dialog.getByLabel('First name').fill('Layla')
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByLabel('Phone').fill('+962 6 555 0100')
  await dialog.getByRole('button', { name: 'Add investor' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add investor' }).click()
  await expectToast(page, 'Investor added')
  const row = await findRow(page, `Layla ${lastName}`)
  await expect(row.getByRole('link', { name: '+962 6 555 0100' })).toHaveAttribute('href', /^tel:/)
  await findRow(page, email)
  const manager = await server.signIn('manager')
  await expect
    .poll(async () => (await manager.list('investors')).filter((investor) => investor['email'] === email))
    .toMatchObject([{ firstName: 'Layla', lastName, phone: '+962 6 555 0100' }])
})

test('deleting an investor lists the related records and deletes them', async ({ page, server }) => {
  const lastName = uniqueName('Moreau')
  const manager = await server.signIn('manager')
  const project = await manager.create('projects', { name: uniqueName('Pier'), type: 'COMMERCIAL' })
  const investor = await manager.create('investors', { firstName: 'Ana', lastName, email: 'ana@example.test' })
  await manager.create('investments', { projectId: project.id, investorId: investor.id, amount: '5000' })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  await (await findRow(page, lastName)).getByRole('button', { name: `Actions for Ana ${lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete investor?' })
  await expect(dialog.getByText('removes all associated investment data')).toBeVisible()
  await expect(dialog.getByText('1 investment')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Investor deleted')
  await search(page, lastName)
  await expect(page.getByText('No investors match your search criteria.')).toBeVisible()
  await expect.poll(async () => (await manager.list(`investments?investorId=${investor.id}`)).length).toBe(0)
})

test('offline, misspelt and transliterated names are found, and a new investor with a similar name is questioned', async ({
  page,
}) => {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  await goOffline(page)
  const meant = page.getByRole('region', { name: 'Did you mean' })
  for (const [typed, name] of [
    ['Krishnen', 'Ananya Krishnan'],
    ['Krisnan', 'Ananya Krishnan'],
    ['Anaya', 'Ananya Krishnan'],
    ['कृष्णन', 'Ananya Krishnan'],
    ['brandsteter', 'Dominik Brandstätter'],
    ['yilmas', 'Kerem Yılmaz'],
    ['al mansori', 'Layla Al Mansoori'],
    ['Mansuri', 'Layla Al Mansoori'],
    ['المنصوري', 'Layla Al Mansoori'],
  ] as const) {
    await search(page, typed)
    await expect(meant.getByRole('button', { name, exact: true }), typed).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add investor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Investor' })
  await dialog.getByLabel('First name').fill('Anania')
  await dialog.getByLabel('Last name').fill('Krishnen')
  await expect(dialog.getByText('There is already an investor with a similar name. Is it the same one?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Open Ananya Krishnan' }).click()
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog', { name: 'Investor details' })).toContainText('Ananya Krishnan')
  await goOnline(page)
})
