import { accounts } from './accounts.ts'
import { fillSignIn, login, loginAndKeep, openScreen } from './app.ts'
import { expect, test } from './fixtures.ts'

test('a person signs in from the landing page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await page.getByRole('button', { name: 'Log In' }).click()
  await fillSignIn(page, accounts.manager, 'demo-demo-demo')
  await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

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
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
})

test('an investor is shown the screens of an investor only', async ({ page }) => {
  await login(page, 'investor')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'My Portfolio' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Investors' })).toHaveCount(0)
  await page.goto('/investors')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
})
