import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expectLive, loginAndKeep } from './app.ts'
import { expect, test } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  const { pathname } = new URL(page.url())
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${pathname}: ${id}: ${help}: ${html}`))
}

const settings = ['security', 'accounts', 'users', 'invitations', 'devices', 'firm', 'secrets', 'held-changes', 'audit']

async function choose(page: Page, theme: string): Promise<void> {
  await page.evaluate((id) => localStorage.setItem('theme', id), theme)
}

for (const theme of ['light', 'dark']) {
  test(`everybody can use the landing page in the ${theme} theme`, async ({ page }) => {
    await page.goto('/')
    await choose(page, theme)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
    const found = await violationsOn(page)
    await page.goto('/api/login')
    expect([...found, ...(await violationsOn(page))]).toEqual([])
  })

  test(`everybody can use the screens in the ${theme} theme`, async ({ page }) => {
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    const found: string[] = []
    const screens = ['Portfolio Overview', 'Projects', 'Investors', 'Investments', 'Documents', 'Referrals', 'Settings']
    for (const name of screens) {
      await page.goto(name === 'Portfolio Overview' ? '/' : `/${name.toLowerCase()}`)
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expectLive(page)
      found.push(...(await violationsOn(page)))
    }
    expect(found).toEqual([])
  })

  test(`everybody can use a dialog in the ${theme} theme`, async ({ page }) => {
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Create Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await expect(dialog.getByLabel('Name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Project' }).click()
    await expect(dialog.getByText('Project name is required')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })

  test(`everybody can use a record's details and their tabs in the ${theme} theme`, async ({ page }) => {
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    await page.goto('/projects')
    await page.getByRole('button', { name: 'View Details' }).first().click()
    const details = page.getByRole('dialog', { name: 'Project Details' })
    await expect(details.getByRole('heading', { name: 'Investment Breakdown' })).toBeVisible()
    const found = await violationsOn(page)
    await details.getByRole('tab', { name: 'Valuations' }).click()
    await details.getByRole('button', { name: 'Add Valuation' }).click()
    await expect(page.getByRole('dialog', { name: 'Add Valuation' }).getByLabel('Notes')).toBeVisible()
    expect([...found, ...(await violationsOn(page))]).toEqual([])
  })
}

/** The same screen as it is read, and as it would be read from right to left. */
async function violationsFromBothSides(page: Page): Promise<string[]> {
  const found = await violationsOn(page)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  found.push(...(await violationsOn(page)).map((each) => `from right to left: ${each}`))
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  return found
}

for (const theme of ['light', 'dark']) {
  test(`everybody can use the palette in the ${theme} theme`, async ({ page }) => {
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    await page.goto('/projects')
    await expectLive(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await palette.getByRole('combobox').fill('marina')
    await expect(palette.getByRole('option', { name: 'Marina Heights Residences' }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })

  test(`everybody can use a record beside its list in the ${theme} theme, from both sides`, async ({ page }) => {
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Marina Heights Residences', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Project Details' })).toBeVisible()
    expect(await violationsFromBothSides(page)).toEqual([])
  })

  test(`everybody can use the bar of phones and its menu in the ${theme} theme, from both sides`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await loginAndKeep(page, 'manager')
    await choose(page, theme)
    await page.goto('/referrals')
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible()
    const found = await violationsOn(page)
    await page.getByRole('navigation', { name: 'Most used screens' }).getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('dialog', { name: 'Main menu' })).toBeVisible()
    expect([...found, ...(await violationsFromBothSides(page))]).toEqual([])
  })
}

test('everybody can use the settings of an administrator', async ({ page }) => {
  await loginAndKeep(page, 'admin')
  const found: string[] = []
  for (const path of settings) {
    await page.goto(`/settings/${path}`)
    // The tables of these screens are read from the server.
    await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    found.push(...(await violationsOn(page)))
  }
  expect(found).toEqual([])
})

test('everybody can use the dialogs of the audit and of accounts', async ({ page }) => {
  await loginAndKeep(page, 'admin')
  await page.goto('/settings/audit')
  await page.getByRole('table').getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: 'Entry' }).getByText("By the server's clock")).toBeVisible()
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add Trading Account' }).click()
  await expect(page.getByRole('dialog').getByLabel('API key')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
