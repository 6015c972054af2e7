import type { Page } from 'playwright/test'
import {
  expectSyncIdle,
  findRow,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  rowOf,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

async function setVisible(page: Page, name: string, visible: boolean): Promise<void> {
  await (await findRow(page, name)).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByRole('switch', { name: 'Visible to investors' }).setChecked(visible)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
}

test("a hidden project disappears from the investor's device and returns once it is visible again", async ({
  page,
  secondDevice,
  server,
}) => {
  const name = uniqueName('Dune')
  const manager = await server.signIn('manager')
  await manager.create('projects', { name, type: 'REAL_ESTATE' })

  const investor = (await secondDevice()).page
  await loginAndSync(page, 'manager')
  await loginAndSync(investor, 'investor')
  await openScreen(page, 'Projects')
  await expect(rowOf(investor, name)).toHaveCount(1)

  await setVisible(page, name, false)
  await expect(rowOf(investor, name)).toHaveCount(0)
  await setVisible(page, name, true)
  await expect(rowOf(investor, name)).toHaveCount(1)

  await expectSyncIdle(investor)
  await goOffline(investor)
  await setVisible(page, name, false)
  await investor.reload()
  await expect(rowOf(investor, name)).toHaveCount(1)
  await goOnline(investor)
  await expect(rowOf(investor, name)).toHaveCount(0)

  await expectSyncIdle(investor)
  await goOffline(investor)
  await investor.reload()
  await expect(investor.getByRole('row').nth(1)).toBeVisible()
  await expect(rowOf(investor, name)).toHaveCount(0)
})
