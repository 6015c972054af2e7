import type { Page } from 'playwright/test'
import { findRow, goOffline, goOnline, loginAndKeep, openScreen, rowOf, search, uniqueName } from './app.ts'
import { expect, test } from './fixtures.ts'

/** The manager's switch in the projects screen's edit dialog. */
async function setVisible(page: Page, name: string, visible: boolean): Promise<void> {
  await (await findRow(page, name)).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await dialog.getByRole('switch', { name: 'Visible to Investors' }).setChecked(visible)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
}

test("a project that a manager hides leaves the investor's device, and comes back when it is shown again", async ({
  page,
  secondDevice,
  server,
}) => {
  const name = uniqueName('Dune')
  const manager = await server.as('manager')
  const project = await manager.create('projects', { name, type: 'REAL_ESTATE' })
  await manager.create('documents', { name: `${name} fact sheet`, type: 'FACT_SHEET', projectId: project.id })

  const investor = (await secondDevice()).page
  await loginAndKeep(page, 'manager')
  await loginAndKeep(investor, 'investor')
  await openScreen(page, 'Projects')
  await openScreen(investor, 'Documents')
  await findRow(investor, name)

  await setVisible(page, name, false)
  await expect(rowOf(investor, name)).toHaveCount(0)
  await setVisible(page, name, true)
  await expect(rowOf(investor, name)).toHaveCount(1)

  await goOffline(investor)
  await setVisible(page, name, false)
  await investor.goto('/documents')
  await findRow(investor, name)
  await goOnline(investor)
  await expect(rowOf(investor, name)).toHaveCount(0, { timeout: 30_000 })

  await goOffline(investor)
  await investor.goto('/documents')
  await search(investor, name)
  await expect(investor.getByText('No documents match your search criteria.')).toBeVisible()
  await expect(rowOf(investor, name)).toHaveCount(0)
})
