import { expect, type Page } from 'playwright/test'

export interface ProjectFields {
  readonly name: string
  readonly location?: string
  readonly targetAmount?: string
}

export async function createProject(page: Page, { name, location, targetAmount }: ProjectFields): Promise<void> {
  await page.getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Name').fill(name)
  if (location !== undefined) await dialog.getByLabel('Location').fill(location)
  if (targetAmount !== undefined) await dialog.getByLabel('Target amount').fill(targetAmount)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog).toBeHidden()
}
