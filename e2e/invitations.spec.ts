import { expectToast, login, openScreen, rowOf } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('an invited person follows the link and becomes a user', async ({ page, secondDevice }) => {
  await login(page, 'admin')
  await openScreen(page, 'Settings')
  const sections = page.getByRole('navigation', { name: 'Settings' })
  await sections.getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'Invite user' }).first().click()
  const form = page.getByRole('dialog', { name: 'Invite user' })
  await form.getByLabel('Email').fill('nadia@example.com')
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Portfolio manager' }).click()
  await form.getByLabel('Message').fill('Welcome aboard')
  await form.getByRole('button', { name: 'Create invitation' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invitation link' })
  const link = await invitation.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'nadia@example.com')).toContainText('Pending')

  const guest = (await secondDevice()).page
  await guest.goto(link)
  await expect(guest.getByText('Welcome aboard')).toBeVisible()
  await guest.getByLabel('First name').fill('Nadia')
  await guest.getByLabel('Password').fill('a long enough one')
  await guest.getByRole('button').click()
  await expect(guest.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
  await guest.goto('/settings/users')
  await expect(guest.getByText('Access Denied')).toBeVisible()

  await sections.getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'Nadia')).toContainText('Portfolio manager')
  await sections.getByRole('link', { name: 'Devices' }).click()
  await rowOf(page, 'Nadia').getByRole('button', { name: 'Revoke access' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expectToast(page, 'Access revoked')
  await expect(rowOf(page, 'Nadia')).toHaveCount(0)
})
