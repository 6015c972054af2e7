import { type Locator, page } from 'vitest/browser'

export async function chooseAction(details: Pick<Locator, 'getByRole'>, name: string): Promise<void> {
  await details.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name }).click()
}
