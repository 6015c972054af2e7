import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { createProject } from './support/projects-screen.ts'
import {
  expectLive,
  findRow,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  syncButton,
  uniqueName,
  pendingBadge,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ usesFreshBrowser: true })

const inDays = (days: number): number => Date.now() + days * 86_400_000

async function createProjectOn(page: Page, name: string, days: number): Promise<void> {
  await page.clock.setSystemTime(inDays(days))
  await page.goto('/projects')
  await createProject(page, { name })
  await expect(pendingBadge(await findRow(page, name))).toBeVisible()
}

test('a project created and edited offline shows as pending and arrives once, even if another device also sends it from a file', async ({
  page,
  secondDevice,
  server,
  stopServer,
  startServer,
}) => {
  const [name, passphrase] = [uniqueName('Harbour'), 'harbour lights at night']
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await stopServer()
  await createProject(page, { name, location: 'Aqaba', targetAmount: '1250000' })
  await (await findRow(page, name)).getByRole('button', { name: 'Edit' }).click()
  const editDialog = page.getByRole('dialog', { name: 'Edit project' })
  await editDialog.getByLabel('Location').fill('Irbid')
  await editDialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(editDialog).toBeHidden()
  await page.reload()
  await expect(pendingBadge(await findRow(page, name))).toBeVisible()
  await syncButton(page, 'Offline, 2 changes saved').click()
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const saveDialog = page.getByRole('dialog', { name: 'Save unsent changes as a file' })
  await saveDialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await saveDialog.getByLabel('Repeat passphrase').fill(passphrase)
  const download = page.waitForEvent('download')
  await saveDialog.getByRole('button', { name: 'Save as a file' }).click()
  const file = { name: 'unsent.holdfast', mimeType: '', buffer: await readFile(await (await download).path()) }
  expect(file.buffer.includes(name)).toBe(false)

  await goOffline(page)
  await startServer()
  const { page: other } = await secondDevice()
  await loginAndSync(other, 'manager')
  await syncButton(other, 'Live').click()
  await other.getByRole('button', { name: 'Open file of unsent changes' }).click()
  const openDialog = other.getByRole('dialog', { name: 'Open a file of unsent changes' })
  await openDialog.getByLabel('File', { exact: true }).setInputFiles(file)
  await openDialog.getByLabel('Passphrase').fill(passphrase)
  await openDialog.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(other.getByText('2 unsent changes or files were added to this device')).toBeVisible()
  const storedProjects = async () =>
    (await (await server.signIn('admin')).list('projects')).filter((project) => project['name'] === name)
  await expect.poll(storedProjects).toMatchObject([{ targetAmount: '1250000.00', location: 'Irbid' }])

  await goOnline(page)
  await expectLive(page)
  await page.keyboard.press('Escape')
  await expect(pendingBadge(await findRow(page, name))).toHaveCount(0)
  expect(await storedProjects()).toHaveLength(1)
})

test('after 30 days offline a device opens only after it has reached the server', async ({ page, server }) => {
  const name = uniqueName('Wadi')
  await loginAndSync(page, 'manager')
  await goOffline(page)
  await createProjectOn(page, name, 29)
  const newPage = await page.context().newPage()
  await newPage.clock.setSystemTime(inDays(31))
  await newPage.goto('/projects')
  const lockedHeading = newPage.getByRole('heading', { name: 'This device is locked' })
  await expect(lockedHeading).toBeVisible()
  await expect(newPage.getByText(name)).toHaveCount(0)

  await goOnline(newPage)
  await expectLive(newPage)
  await findRow(newPage, name)
  const projects = await (await server.signIn('manager')).list('projects')
  expect(projects.filter((project) => project['name'] === name)).toHaveLength(1)
})

test('the app shows when the connection is lost and when it is restored', async ({ page }) => {
  const panel = page.getByRole('region', { name: 'App status' })
  await loginAndSync(page, 'manager')
  await expect(panel).toContainText('ConnectedLive')
  await goOffline(page)
  await page.goto('/projects')
  await expect(syncButton(page, 'Offline')).toBeVisible()
  await expect(panel).toContainText('Offline ModeCached')
  await goOnline(page)
  await expect(page.getByText('Connection restored. Syncing latest data...')).toBeVisible()
  await expectLive(page)
  await expect(panel).toContainText('ConnectedLive')
})
