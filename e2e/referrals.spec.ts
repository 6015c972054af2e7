import { expectToast, findRow, loginAndSync, openScreen, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager adds a referral contact who is an investor, too, and finds them by name and by e-mail', async ({
  page,
  server,
}) => {
  const name = uniqueName('Selim Aksoy')
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@example.test`
  const manager = await server.signIn('manager')
  const lastName = uniqueName('Aksoy')
  const investor = await manager.create('investors', { firstName: 'Selim', lastName, email: 'selim@example.test' })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Referrals')
  await page.getByRole('button', { name: 'Add referrer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add referrer' })
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add referrer' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  expect((await manager.list('referrals')).filter((referral) => referral['email'] === email)).toEqual([])

  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Phone').fill('+90 532 555 0100')
  await dialog.getByLabel('Address').fill('3 Quay Street')
  await dialog.getByLabel('Notes').fill('Met at the harbour fair')
  await dialog.getByRole('combobox', { name: 'Investor' }).fill(lastName)
  await page.getByRole('option', { name: `Selim ${lastName}` }).click()
  await dialog.getByRole('button', { name: 'Add referrer' }).click()
  await expectToast(page, 'Referrer added')
  await expect(dialog).toBeHidden()

  const row = await findRow(page, name)
  await expect(row.getByRole('link', { name: '+90 532 555 0100' })).toHaveAttribute('href', /^tel:/)
  await findRow(page, email)
  await expect
    .poll(async () => (await manager.list('referrals')).filter((referral) => referral['email'] === email))
    .toMatchObject([
      {
        name,
        phone: '+90 532 555 0100',
        fullAddress: '3 Quay Street',
        notes: 'Met at the harbour fair',
        investorId: investor.id,
        isActive: true,
      },
    ])
})
