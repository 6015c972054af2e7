import { accounts } from './support/accounts.ts'
import { fillSignIn, loginAndSync, openScreen } from './support/app.ts'
import { readDevice } from './support/device-data.ts'
import { expect, test } from './support/fixtures.ts'

test('a failed sign-in does not reveal whether the email or the password was wrong', async ({ page }) => {
  const messages: string[] = []
  for (const [email, secret] of [
    [accounts.manager, 'not-the-password'],
    ['nobody@demo.test', 'demo-demo-demo'],
  ] as const) {
    await page.goto('/api/login')
    await fillSignIn(page, email, secret)
    const alert = page.getByRole('alert')
    await expect(alert).toBeVisible()
    messages.push(await alert.innerText())
  }
  expect(messages[0]).toBe(messages[1])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
})

test('signing out removes the firm’s data from the device', async ({ page }) => {
  await loginAndSync(page, 'manager')
  expect(await page.evaluate(readDevice)).not.toEqual([])
  await openScreen(page, 'Projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await expect
    .poll(async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('holdfast-')))
    .toMatchObject([{ name: expect.stringMatching(/^holdfast-device-/), httpOnly: true, path: '/api/login' }])
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect.poll(() => page.evaluate(readDevice)).toEqual([])
})
