import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, noShield } from '#web/test/draw.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'
import { SettingsScreen } from './settings-screen.tsx'

afterEach(() => {
  chooseTheme('light')
  localStorage.clear()
})

const factsOf = () =>
  Object.fromEntries(
    page
      .getByRole('term')
      .elements()
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

test('settings name the person, their role and their firm', async () => {
  await draw(await openTestStore({ ...someone, role: 'PORTFOLIO_MANAGER' }), <SettingsScreen />)
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(factsOf()).toEqual({
    Name: 'Ada Lovelace',
    Email: 'admin@demo.test',
    ID: someone.id,
    Role: 'Portfolio Manager',
    Firm: 'Demo Capital',
  })
  expect(document.title).toBe('Settings · Holdfast')
})

test('a person without a name is called by their e-mail address', async () => {
  await draw(await openTestStore({ ...someone, firstName: null, lastName: null }), <SettingsScreen />)
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(factsOf()).toMatchObject({ Name: 'admin@demo.test' })
})

test('the sections are those of the product, in this order', async () => {
  await draw(await openTestStore(), <SettingsScreen />)
  const sections = page.getByRole('heading', { level: 2 })
  await expect
    .poll(() => sections.elements().map((each) => each.textContent))
    .toEqual(['Profile Information', 'Appearance', 'Dates and Currency', 'Development'])
})

test('a theme is changed at once, and says what it is like', async () => {
  await draw(await openTestStore(), <SettingsScreen />)
  const theme = page.getByRole('combobox', { name: 'Theme' })
  await expect.element(theme).toHaveValue('Light')
  await expect.element(page.getByText('Warm paper and deep water')).toBeVisible()
  await theme.click()
  await page.getByRole('option', { name: 'Dark' }).click()
  noShield()
  await expect.element(theme).toHaveValue('Dark')
  await expect.element(page.getByText('Calm and easy on the eyes at night')).toBeVisible()
  expect([useTheme.getState(), document.documentElement.dataset['theme']]).toEqual(['dark', 'dark'])
})
