import type { Page } from 'playwright/test'
import type { Account } from './support/accounts.ts'
import {
  expectLive,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  syncButton,
  rowOf,
  signInElsewhere,
  uniqueName,
} from './support/app.ts'
import { readDevice } from './support/device-data.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

const names = {
  admin: 'Amira Haddad',
  manager: 'Marc Lefèvre',
  investor: 'Ines Okafor',
  otherInvestor: 'Kerem Yılmaz',
  stranger: 'Olivia Stone',
} satisfies Record<Account, string>

const expectSignedIn = (page: Page, account: Account) =>
  page.getByRole('heading', { name: new RegExp(`${names[account]}.* is now signed in`) })

test('WHO4 a window is cleared when another person signs in elsewhere in the browser', async ({
  device,
  page,
  server,
}) => {
  await loginAndSync(page, 'manager')
  for (const next of ['admin', 'investor', 'manager', 'stranger', 'investor'] as const) {
    await signInElsewhere(device.context, server.url, next)
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(expectSignedIn(page, next)).toBeVisible()
    await page.getByRole('button', { name: `Continue as ${names[next]}` }).click()
    await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
    await expectLive(page)
    await page.getByRole('button', { name: 'User menu' }).click()
    await expect(page.getByText(names[next]).last()).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test("WHO1 a project entered as manager reaches the manager's firm when they return, never as anyone else", async ({
  device,
  page,
  server,
}) => {
  const name = uniqueName('Jetty')
  const found = async (account: Account) =>
    (await (await server.signIn(account)).list('projects')).filter((project) => project['name'] === name)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await goOffline(page)
  await createProject(page, { name })
  await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()

  for (const [second, notice] of [
    ['stranger', 'Another user’s unsent changes or files are kept on this device.'],
    ['admin', '1 unsent change or file from Marc Lefèvre is kept on this device.'],
  ] as const) {
    await signInElsewhere(device.context, server.url, second)
    if (second === 'stranger') {
      await expect(page.getByRole('heading', { name: 'Another user has signed in' })).toBeVisible()
      await goOnline(page)
      await expect(page.getByText(notice)).toBeVisible()
    }
    await expect(expectSignedIn(page, second)).toBeVisible()
    await page.getByRole('button', { name: `Continue as ${names[second]}` }).click()
    await expectLive(page)
    await expect(page.getByText(notice)).toBeVisible()
    for (const account of ['stranger', 'admin'] as const) expect(await found(account)).toEqual([])
  }

  await signInElsewhere(device.context, server.url, 'manager')
  await expectSignedIn(page, 'manager').waitFor()
  await page.getByRole('button', { name: `Continue as ${names.manager}` }).click()
  await expectLive(page)
  await openScreen(page, 'Projects')
  await page.getByRole('searchbox').fill(name)
  await expect(rowOf(page, name)).toHaveCount(1)
  await expect(page.getByText(/on this device\./)).toHaveCount(0)
  expect(await found('stranger')).toEqual([])
  expect(await found('admin')).toHaveLength(1)
})

test('WHO1 a project saved while a person of another firm signs in reaches the right firm or stays pending', async ({
  device,
  page,
  server,
}) => {
  const firm = async (account: Account) =>
    (await (await server.signIn(account)).list('projects')).map((project) => String(project['name']))
  for (let time = 0; time < 3; time += 1) {
    const name = uniqueName('Moment')
    await loginAndSync(page, 'manager')
    await openScreen(page, 'Projects')
    await page.getByRole('button', { name: 'Create project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await dialog.getByLabel('Name').fill(name)
    const save = dialog.getByRole('button', { name: 'Create project' })
    await Promise.all([
      signInElsewhere(device.context, server.url, 'stranger'),
      save.click({ timeout: 2_000, noWaitAfter: true }).catch(() => undefined),
    ])
    await expectSignedIn(page, 'stranger').waitFor()
    expect(await firm('stranger')).not.toContain(name)
  }
})

test('WHO4 unsaved text disappears when another person signs in, and reappears when its author returns', async ({
  device,
  page,
  server,
}) => {
  const text = uniqueName('Half a name')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await page.getByRole('button', { name: 'Create project' }).click()
  const name = page.getByRole('dialog', { name: 'Create New Project' }).getByLabel('Name')
  await name.fill(text)
  await signInElsewhere(device.context, server.url, 'stranger')
  await expect(name).toHaveCount(0)
  await expectSignedIn(page, 'stranger').waitFor()
  await signInElsewhere(device.context, server.url, 'manager')
  await expect(name).toHaveValue(text)
})

test('WHO3 WHO4 the next person on a tablet never sees the previous person’s screens, even without a server', async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Unseen')
  await (await server.signIn('manager')).create('projects', { name, type: 'COMMERCIAL' })
  await loginAndSync(page, 'manager')
  await page.goto('about:blank')
  await signInElsewhere(device.context, server.url, 'stranger')
  await stopServer()
  for (const path of ['/', '/projects']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Another user has signed in' })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  }
  await startServer()
  await expectSignedIn(page, 'stranger').waitFor()
  expect(JSON.stringify(await page.evaluate(readDevice))).not.toContain(name)
  await page.getByRole('button', { name: `Continue as ${names.stranger}` }).click()
  await expectLive(page)
  await expect(page.getByText(name)).toHaveCount(0)
})

test('WHO7 signing out offline shows the landing page, and the session ends at the next contact with the server', async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  const session = (await device.context.cookies()).find((cookie) => cookie.name === 'holdfast')!
  await stopServer()
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(readDevice)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()

  await startServer()
  await expect
    .poll(async () => (await device.context.cookies()).some((cookie) => cookie.name === 'holdfast-person'))
    .toBe(false)
  const headers = { cookie: `holdfast=${session.value}` }
  expect((await fetch(`${server.url}/api/auth/user`, { headers })).status).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
})
