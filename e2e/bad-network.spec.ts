import { expectLive, findRow, loginAndSync, openScreen, syncButton, uniqueName, pendingBadge } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

const within5s = { timeout: 5_000 }

test('LIVE1 LIVE2 a black-holed network is noticed within 15 s, a change shows as saved after 8 s, and sync recovers within 5 s', async ({
  network,
  proxiedDevice: { page },
}) => {
  const name = uniqueName('Hole')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  network.stopResponding()
  await createProject(page, { name })
  await expect(syncButton(page, 'Slow connection, 1 change saved')).toBeVisible({ timeout: 12_000 })
  await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible({ timeout: 12_000 })
  network.reconnect()
  await expect(syncButton(page, 'Live')).toBeVisible(within5s)
  await expect(pendingBadge(await findRow(page, name))).toHaveCount(0)
})

test('LIVE2 WHO6 a captive portal counts as offline for any status, does not sign out, and recovers within 5 s', async ({
  network,
  proxiedDevice: { page },
}) => {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  for (const status of [200, 302, 401] as const) {
    network.showCaptivePortal(status)
    await createProject(page, { name: uniqueName('Portal') })
    await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()
    await expect(page.getByText('You are logged out. Logging in again...')).toHaveCount(0)
    await page.getByRole('button', { name: 'Create project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await dialog.getByLabel('Name').fill('Words that nobody saved')
    network.reconnect()
    await expect(syncButton(page, 'Live').or(page.locator('[data-state=live]'))).toBeVisible(within5s)
    await expect(dialog.getByLabel('Name')).toHaveValue('Words that nobody saved')
    await expect(page).toHaveURL(/\/projects/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    await expectLive(page)
  }
})
