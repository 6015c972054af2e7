import { createProject } from './projects-screen.ts'
import {
  expectLive,
  findRow,
  goOffline,
  goOnline,
  loginAndKeep,
  openScreen,
  pill,
  uniqueName,
  waitingMark,
} from './app.ts'
import { expect, test } from './fixtures.ts'

test.use({ isFirstVisit: true })

const routes = {
  '/': 'Portfolio Overview',
  '/dashboard': 'Portfolio Overview',
  '/projects': 'Projects',
  '/investors': 'Investors',
  '/investments': 'Investments',
  '/documents': 'Documents',
  '/referrals': 'Referrals',
  '/settings': 'Settings',
}

test('a project created without a server is kept, waits visibly, and arrives once', async ({
  page,
  secondDevice,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Harbour')
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Projects')
  await stopServer()
  await createProject(page, { name, location: 'Aqaba', targetAmount: '1250000' })
  await page.goto('/projects')
  await expect(waitingMark(await findRow(page, name))).toBeVisible()
  await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()

  await startServer()
  await expectLive(page)
  await expect(waitingMark(await findRow(page, name))).toHaveCount(0)

  const other = await secondDevice()
  await loginAndKeep(other.page, 'admin')
  await openScreen(other.page, 'Projects')
  await findRow(other.page, name)
  const projects = await (await server.as('admin')).list('projects')
  expect(projects.filter((project) => project['name'] === name)).toMatchObject([{ targetAmount: '1250000.00' }])
})

test('every screen opens without a network after one visit', async ({ page }) => {
  await loginAndKeep(page, 'manager')
  await goOffline(page)
  for (const [path, heading] of Object.entries(routes)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
})

test("an investor's portfolio opens without a network after one visit", async ({ page }) => {
  await loginAndKeep(page, 'investor')
  await goOffline(page)
  await page.goto('/investor-portal')
  await expect(page.getByRole('heading', { name: 'My Portfolio', level: 1 })).toBeVisible()
})

test('a person is told when the connection goes and when it is back', async ({ page }) => {
  await loginAndKeep(page, 'manager')
  await goOffline(page)
  await page.goto('/projects')
  await expect(pill(page, 'Offline')).toBeVisible()
  await goOnline(page)
  await expect(page.getByText('Connection restored. Syncing latest data...')).toBeVisible({ timeout: 30_000 })
  await expectLive(page)
})
