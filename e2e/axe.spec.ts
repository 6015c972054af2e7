import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'
import { expectLive, loginAndSync } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { firstTheme, goTo, otherThemes, applyTheme, screens, setLanguage } from './support/screens.ts'
import type { ThemeId } from '#schema/themes/themes.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface WithAxe {
  readonly axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> }
}

async function violationsOf(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  const violations = await page.evaluate(
    async (only) =>
      (await (globalThis as WithAxe).axe!.run(document, { runOnly: only!, resultTypes: ['violations'] })).violations,
    runOnly,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

async function violationsOn(page: Page, others: readonly ThemeId[] = otherThemes): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found: string[] = []
  const add = (theme: string, faults: readonly string[]) =>
    found.push(...faults.map((each) => `${new URL(page.url()).pathname}, ${theme}: ${each}`))
  for (const theme of others) {
    await applyTheme(page, theme)
    add(theme, await violationsOf(page, { type: 'rule', values: ['color-contrast'] }))
  }
  await applyTheme(page, firstTheme)
  add(firstTheme, await violationsOf(page, { type: 'tag', values: standards }))
  return found
}

async function violationsInBothDirections(page: Page): Promise<string[]> {
  const found = await violationsOn(page)
  const setDirection = (dir: string) => page.evaluate((to) => void (document.documentElement.dir = to), dir)
  await setDirection('rtl')
  const rtlViolations = await violationsOn(page, [])
  await setDirection('ltr')
  return [...found, ...rtlViolations.map((each) => `from right to left: ${each}`)]
}

async function violationsOnPaths(page: Page, paths: readonly string[], others: readonly ThemeId[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await goTo(page, path)
    found.push(...(await violationsOn(page, others)))
  }
  return found
}

for (const [language, code, others] of [
  ['English', 'en', otherThemes],
  ['Arabic', 'ar', []],
] as const) {
  test(`the landing page and the sign-in page are accessible in ${language}`, async ({ page }) => {
    await page.goto('/')
    await setLanguage(page, code)
    await expect(page.locator('h1:visible')).toHaveCount(1)
    const found = await violationsOn(page, others)
    await page.goto('/api/login')
    expect([...found, ...(await violationsOn(page, others))]).toEqual([])
  })

  test(`every screen is accessible in ${language}`, async ({ page }) => {
    test.slow()
    await loginAndSync(page, 'admin')
    await setLanguage(page, code)
    expect(await violationsOnPaths(page, screens, others)).toEqual([])
  })

  test(`an investor's portfolio is accessible in ${language}`, async ({ page }) => {
    await loginAndSync(page, 'investor')
    await setLanguage(page, code)
    expect(await violationsOnPaths(page, ['/dashboard', '/investor-portal'], others)).toEqual([])
  })
}

test('dialogs, details and the command palette are accessible in every theme', async ({ page }) => {
  await loginAndSync(page, 'manager')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Create project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await expect(dialog.getByLabel('Name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Name is required', { exact: true })).toBeVisible()
  const found = await violationsOn(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Marina Heights Residences', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Project details' })
  await expect(details.getByRole('heading', { name: 'Investment breakdown' })).toBeVisible()
  found.push(...(await violationsInBothDirections(page)))
  await details.getByRole('tab', { name: 'Valuations' }).click()
  await details.getByRole('button', { name: 'Add valuation' }).click()
  await expect(page.getByRole('dialog', { name: 'Add valuation' }).getByLabel('Notes')).toBeVisible()
  found.push(...(await violationsOn(page)))

  await page.goto('/projects')
  await expectLive(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await palette.getByRole('combobox').fill('marina')
  await expect(palette.getByRole('option', { name: 'Marina Heights Residences' }).first()).toBeVisible()
  expect([...found, ...(await violationsOn(page))]).toEqual([])
})

test('the bottom bar and its menu are accessible in every theme and both directions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await loginAndSync(page, 'manager')
  await page.goto('/referrals')
  await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible()
  const found = await violationsOn(page)
  await page.getByRole('navigation', { name: 'Main screens' }).getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'Main menu' })).toBeVisible()
  expect([...found, ...(await violationsInBothDirections(page))]).toEqual([])
})

test('the dialogs of the audit trail and of accounts are accessible in every theme', async ({ page }) => {
  await loginAndSync(page, 'admin')
  await page.goto('/settings/audit')
  await page.getByRole('table').getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: 'Entry' }).getByText('Server time')).toBeVisible()
  const found = await violationsOn(page)
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add trading account' }).click()
  await expect(page.getByRole('dialog').getByLabel('API key')).toBeVisible()
  expect([...found, ...(await violationsOn(page))]).toEqual([])
})
