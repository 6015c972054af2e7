// Visits every screen without reloading the app.
import { expect, type Page } from 'playwright/test'
import { languageStorageKey } from '#schema/app/languages.ts'
import { type ThemeId, themeNamed, themes } from '#schema/themes/themes.ts'
import { screens as everyScreen } from '../../web/test/screens.ts'

export const screens = everyScreen.map(({ path }) => path)

export const firstTheme = themes[0].id
export const otherThemes = themes.slice(1).map(({ id }) => id)

export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(([key, code]) => localStorage.setItem(key, code), [languageStorageKey, language] as const)
  await page.goto('/')
  await expect(page.locator(`html[lang=${language}]`)).toBeAttached()
}

export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await expect(page.locator('[data-state=live]:not([data-syncing])')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.locator('.mantine-Loader-root')).toHaveCount(0)
}

/** Does not save the theme as the device's choice. */
export async function applyTheme(page: Page, id: ThemeId): Promise<void> {
  const message = { theme: id, mantineColorScheme: themeNamed(id).scheme }
  await page.evaluate((data) => void Object.assign(document.documentElement.dataset, data), message)
}
