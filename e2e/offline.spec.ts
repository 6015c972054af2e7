import type { Page } from 'playwright/test'
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

test.use({ takesBrowser: true })

const inDays = (days: number): number => Date.now() + days * 86_400_000

/** Opens the app from cold, so many days on. */
async function createProjectOn(page: Page, name: string, days: number): Promise<void> {
  await page.clock.setSystemTime(inDays(days))
  await page.goto('/projects')
  await createProject(page, { name })
  await expect(waitingMark(await findRow(page, name))).toBeVisible()
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

test('after thirty days without the server a device opens once more only when it has heard from it', async ({
  page,
  server,
}) => {
  const name = uniqueName('Wadi')
  await loginAndKeep(page, 'manager')
  await goOffline(page)
  await createProjectOn(page, name, 29)
  const elsewhere = await page.context().newPage()
  await elsewhere.clock.setSystemTime(inDays(31))
  await elsewhere.goto('/projects')
  const locked = elsewhere.getByRole('heading', { name: 'This device is locked until it hears from the server' })
  await expect(locked).toBeVisible()
  await expect(elsewhere.getByText(name)).toHaveCount(0)

  await goOnline(elsewhere)
  await expectLive(elsewhere)
  await findRow(elsewhere, name)
  const projects = await (await server.as('manager')).list('projects')
  expect(projects.filter((project) => project['name'] === name)).toHaveLength(1)
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
