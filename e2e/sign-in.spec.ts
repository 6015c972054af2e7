import { accounts } from './support/accounts.ts'
import { fillSignIn, loginAndSync, openScreen } from './support/app.ts'
import { readDevice } from './support/device-data.ts'
import { expect, test } from './support/fixtures.ts'

test('a person who mistypes learns only that it did not work', async ({ page }) => {
  const answers: string[] = []
  for (const [email, secret] of [
    [accounts.manager, 'not-the-password'],
    ['nobody@demo.test', 'demo-demo-demo'],
  ] as const) {
    await page.goto('/api/login')
    await fillSignIn(page, email, secret)
    const alert = page.getByRole('alert')
    await expect(alert).toBeVisible()
    answers.push(await alert.innerText())
  }
  expect(answers[0]).toBe(answers[1])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
})

test('a person who signs out leaves nothing of the firm behind', async ({ page }) => {
  await loginAndSync(page, 'manager')
  expect(await page.evaluate(readDevice)).not.toEqual([])
  await openScreen(page, 'Projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await expect
    .poll(async () => (await page.context().cookies()).filter(({ name }) => name.startsWith('holdfast-')))
    .toMatchObject([{ name: expect.stringMatching(/^holdfast-device-/), httpOnly: true, path: '/api/login' }])
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect.poll(() => page.evaluate(readDevice)).toEqual([])
})
