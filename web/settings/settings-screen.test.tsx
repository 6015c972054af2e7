import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SessionContext } from '#web/session/session-context.ts'
import { createSession } from '#web/session/session.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { themes } from '#schema/themes/themes.ts'
import { chooseTheme, useTheme } from '#web/themes/use-theme.ts'
import { factsOf, textsOf } from '#web/test/texts-of.ts'
import { SettingsScreen } from './settings-screen.tsx'

afterEach(() => {
  chooseTheme('light')
  localStorage.clear()
})

async function renderSettings(store: TestStore) {
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue()
  await render(
    store,
    <SessionContext value={{ ...createSession(sessionDeps(store)), refresh }}>
      <SettingsScreen />
    </SessionContext>,
  )
  return { refresh }
}

async function optionsOf(choice: ReturnType<typeof page.getByRole>): Promise<readonly string[]> {
  await choice.click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const options = textsOf(page.getByRole('option'))
  await userEvent.keyboard('{Escape}')
  return options
}

test('settings show the person’s name, role and firm', async () => {
  await renderSettings(await openTestStore({ ...someone, role: 'PORTFOLIO_MANAGER' }))
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(factsOf(page)).toMatchObject({
    Name: 'Ada Lovelace',
    Email: 'admin@demo.test',
    ID: someone.id,
    Role: 'Portfolio manager',
    Firm: 'Demo Capital',
  })
  expect(document.title).toBe('Settings · Holdfast')
})

test('a person without a name is shown by email address', async () => {
  await renderSettings(await openTestStore({ ...someone, firstName: null, lastName: null }))
  await expect.element(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(factsOf(page)).toMatchObject({ Name: 'admin@demo.test' })
})

test('changing one’s own name trims it and updates the session', async () => {
  const store = await openTestStore()
  const requests = serve(store, {
    'PATCH /api/auth/user': ({ body }) =>
      (body as { firstName: string }).firstName
        ? { ...someone, ...(body as object) }
        : new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { firstName: { key: 'required' } } }),
  })
  const { refresh } = await renderSettings(store)
  await page.getByRole('button', { name: 'Change name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change name' })
  await expect.element(dialog.getByLabelText('First name')).toHaveValue('Ada')
  const save = () => dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByLabelText('First name').fill('')
  await save()
  await expect.element(dialog.getByText('This field is required')).toBeVisible()
  expect(refresh).not.toHaveBeenCalled()
  await dialog.getByLabelText('First name').fill('  Augusta ')
  await dialog.getByLabelText('Last name').fill('  ')
  await save()
  await expect.element(page.getByText('Name changed')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(refresh).toHaveBeenCalledOnce()
  expect(requests.at(-1)).toEqual(['PATCH /api/auth/user', { firstName: 'Augusta', lastName: null }])
})

test('a theme has a description, applies immediately, and is stored on this device only', async () => {
  const store = await openTestStore()
  await renderSettings(store)
  const theme = page.getByRole('combobox', { name: 'Theme' })
  expect(await optionsOf(theme)).toHaveLength(themes.length)
  await expect.element(theme).toHaveValue('Light')
  await expect.element(page.getByText('Light background')).toBeVisible()
  await chooseOption(theme, 'Dark')
  await expect.element(theme).toHaveValue('Dark')
  await expect.element(page.getByText('Dark background for low light')).toBeVisible()
  expect([useTheme.getState(), document.documentElement.dataset['theme']]).toEqual(['dark', 'dark'])
  expect(store.outbox()).toEqual([])
})

test('choosing a row density changes lists immediately', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const { goTo } = await renderApp(store, '/projects')
  const height = () => document.querySelector('tbody tr[aria-rowindex]')?.getBoundingClientRect().height
  await expect.poll(height).toBe(40)
  await goTo('/settings')
  await chooseOption(page.getByRole('combobox', { name: 'Density' }), 'Comfortable')
  await expect
    .poll(() => [...store.table('userPreferences').all()].map(({ density }) => density))
    .toEqual(['COMFORTABLE'])
  await goTo('/projects')
  await expect.poll(height).toBe(56)
})

test('row density is stored for all devices of the person, and can follow each device’s pointer again', async () => {
  const store = await openTestStore()
  await renderSettings(store)
  const density = page.getByRole('combobox', { name: 'Density' })
  const chosen = () => [...store.table('userPreferences').all()][0]?.density
  const choose = async (name: string) => {
    await density.click()
    await page.getByRole('option', { name, exact: true }).click()
    await expect.element(density).toHaveValue(name)
  }
  const byPointer = 'Automatic: larger spacing for touch'
  await expect.element(density).toHaveValue(byPointer)
  expect(await optionsOf(density)).toEqual([byPointer, 'Compact', 'Comfortable'])
  await choose('Comfortable')
  expect(chosen()).toBe('COMFORTABLE')
  await choose('Compact')
  expect(chosen()).toBe('COMPACT')
  await choose(byPointer)
  expect(chosen()).toBeNull()
})

test('the name dialog opens with the current name, even after it was canceled', async () => {
  const store = await openTestStore({ ...someone, lastName: null })
  const requests = serve(store, {})
  await renderSettings(store)
  const dialog = page.getByRole('dialog', { name: 'Change name' })
  const open = () => page.getByRole('button', { name: 'Change name' }).click()
  await open()
  await expect.element(dialog.getByLabelText('Last name')).toHaveValue('')
  await dialog.getByLabelText('First name').fill('Augusta')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await open()
  await expect.element(dialog.getByLabelText('First name')).toHaveValue('Ada')
  expect(requests).toEqual([])
})
