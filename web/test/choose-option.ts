import { type Locator, page } from 'vitest/browser'

export async function chooseOption(select: Locator, name: string | RegExp, more: { readonly exact?: boolean } = {}) {
  await select.click()
  await page.getByRole('option', { name, ...more }).click()
}
