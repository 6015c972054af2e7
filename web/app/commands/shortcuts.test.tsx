import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { roles } from '#schema/kernel/enumerations.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { closeCommands } from './command-overlays.ts'
import { isAvailable } from '#web/ui/commands/command.ts'
import { keyLabel } from '#web/ui/commands/key-names.ts'
import { registeredCommands } from '#web/ui/commands/registered-commands.ts'
import { chooseSingleKeys } from '#web/ui/single-keys.ts'
import './loaded-shortcuts.tsx'

beforeEach(closeCommands)
afterEach(() => {
  closeCommands()
  clearToasts()
  chooseSingleKeys(true)
})

const title = page.getByRole('main').getByRole('heading', { level: 1 })
const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const palette = page.getByRole('dialog', { name: 'Search' })

async function setup(at = '/') {
  const store = await openTestStore()
  const rendered = await renderApp(store, at)
  await expect.element(title).toBeVisible()
  ;(document.activeElement as HTMLElement | null)?.blur()
  return { store, ...rendered }
}

test('g and a letter open a screen and move the focus into its content', async () => {
  await setup()
  await userEvent.keyboard('gp')
  await expect.element(title).toHaveTextContent('Projects')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await userEvent.keyboard('gi')
  await expect.element(title).toHaveTextContent('Investors')
})

test('on a list n opens a new record, and / its search', async () => {
  await setup('/investors')
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('dialog', { name: 'Add New Investor' })).toBeVisible()
})

test('on a screen without a search / opens the palette', async () => {
  await setup('/settings')
  await userEvent.keyboard('/')
  await expect.element(palette).toBeVisible()
})

test('while someone types, only Ctrl+K or Cmd+K runs a command', async () => {
  const { router } = await setup('/investors')
  const field = page.getByRole('searchbox')
  await field.click()
  await userEvent.keyboard('gpn?/')
  await expect.element(field).toHaveValue('gpn?/')
  expect(router.state.location.pathname).toBe('/investors')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette).toBeVisible()
  await userEvent.keyboard('gd')
  await expect.element(palette.getByRole('combobox')).toHaveValue('gd')
  expect(router.state.location.pathname).toBe('/investors')
})

test('keys do nothing with Ctrl, Alt or Cmd, while a dialog is open, or too long after the first of two', async () => {
  const { router } = await setup('/documents')
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  await userEvent.keyboard('g')
  vi.spyOn(performance, 'now').mockReturnValue(9_000)
  await userEvent.keyboard('p')
  vi.restoreAllMocks()
  await userEvent.keyboard('{Alt>}g{/Alt}p{Control>}?{/Control}')
  expect(router.state.location.pathname).toBe('/documents')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await userEvent.keyboard('?')
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('gp')
  expect(router.state.location.pathname).toBe('/documents')
})

test('on a keyboard without Latin letters shortcuts use the position of the key', async () => {
  const { router } = await setup()
  for (const [key, code] of [
    ['ل', 'KeyG'],
    ['ح', 'KeyP'],
  ] as const)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
  await expect.poll(() => router.state.location.pathname).toBe('/projects')
})

const helpLines = () =>
  [...help.element().querySelectorAll('dl > div')].map(
    (line) =>
      `${line.querySelector('dt')!.textContent}: ${[...line.querySelectorAll('kbd')].map((key) => key.textContent).join(' ')}`,
  )

test.each(roles)(
  'as %s the help lists the keys of every registered command, and no two have the same',
  async (role) => {
    const store = await openTestStore({ ...someone, role })
    await renderApp(store, '/investments')
    await expect.element(title).toBeVisible()
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('?')
    await expect.element(help).toBeVisible()
    const withKeys = registeredCommands().filter(({ keys }) => keys)
    const lines = helpLines()
    expect(new Set(lines)).toEqual(
      new Set(withKeys.map(({ label, keys }) => `${label()}: ${keys!.map(keyLabel).join(' ')}`)),
    )
    expect(lines).toHaveLength(withKeys.length)
    const keys = withKeys.map((each) => each.keys!.join(' '))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(['g d', 'g s', 'mod+k', 'n', '/', '?', 'j', 'enter', 'mod+enter']))
    expect(keys.includes('g p')).toBe(role !== 'INVESTOR')
    expect(keys.includes('e')).toBe(role !== 'INVESTOR')
  },
)

test('the palette finds every available command of a list and its open record, with its keys', async () => {
  const { store, router } = await setup('/investors')
  const { id } = store.put('investors', { firstName: 'Meera', email: 'meera@example.com', phone: '+44 20 7946 0000' })
  await store.caughtUp()
  await router.navigate({ to: '/investors', search: { dialog: 'details', record: id } })
  await expect.element(page.getByRole('dialog').getByText('meera@example.com')).toBeVisible()
  const listed = registeredCommands().filter((each) => !each.isShortcutOnly && isAvailable(each))
  expect(listed.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['record kyc', 'record delete', 'export', 'theme dark', 'language ar', 'rows']),
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = palette.getByRole('combobox')
  const keysOf = (text: string) => {
    const entry = palette
      .getByRole('option')
      .elements()
      .find((each) => each.querySelector('[data-cut]')!.textContent === text)
    return entry && [...entry.querySelectorAll('kbd')].map((each) => each.textContent)
  }
  for (const { label, of, keys } of listed) {
    await field.fill(of ? `${label()} ${of()}` : label())
    await expect.poll(() => keysOf(of ? `${label()}: ${of()}` : label())).toEqual(keys?.map(keyLabel) ?? [])
  }
})

test('single keys can be turned off on this device; then only Ctrl+K or Cmd+K runs a command', async () => {
  const { router } = await setup()
  await userEvent.keyboard('?')
  await help.getByRole('switch', { name: /Single-key shortcuts/ }).click()
  const storedSetting = () => localStorage.getItem('single-keys')
  expect(storedSetting()).toBe('off')
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('gp?n/')
  expect(router.state.location.pathname).toBe('/')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette).toBeVisible()
  chooseSingleKeys(true)
  expect(storedSetting()).toBeNull()
})

async function setupInvestment(at: string) {
  const { store, ...rest } = await setup(at)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '355000.00' })
  await store.caughtUp()
  const amount = () => store.table('investments').get(investment.id)?.amount
  const edit = (to: string) =>
    store.update('investments', store.table('investments').get(investment.id)!, { amount: to })
  return { store, project, investor, investment, amount, edit, ...rest }
}

const blur = () => (document.activeElement as HTMLElement | null)?.blur()
const pressUndo = () => userEvent.keyboard('{Control>}z{/Control}')
const toastWith = (text: string) => page.getByRole('status').filter({ hasText: text })

test('Ctrl+Z undoes the last action and says what; Ctrl+Shift+Z and Ctrl+Y make it again', async () => {
  const { amount, edit } = await setupInvestment('/projects')
  await edit('999000.00')
  await pressUndo()
  await expect.element(toastWith('Amount back to $355,000').getByText('Elif · Quay · $355,000')).toBeVisible()
  expect(amount()).toBe('355000.00')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(toastWith('Amount back to $999,000')).toBeVisible()
  await pressUndo()
  await expect.poll(amount).toBe('355000.00')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.poll(amount).toBe('999000.00')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(page.getByText('Nothing to redo')).toBeVisible()
})

test('in a field Ctrl+Z undoes typing, elsewhere never', async () => {
  const { amount, edit } = await setupInvestment('/projects')
  const search = page.getByRole('searchbox')
  await search.fill('quay')
  blur()
  await pressUndo()
  await expect.element(page.getByText('Nothing to undo')).toBeVisible()
  await expect.element(search).toHaveValue('quay')
  await edit('999000.00')
  await search.fill('dock')
  await pressUndo()
  await expect.element(search).not.toHaveValue('dock')
  expect(amount()).toBe('999000.00')
})

test('Ctrl+Z works in the panel of a record, and not while a form is open', async () => {
  const { store, router, investment, amount, edit } = await setupInvestment('/projects')
  await edit('999000.00')
  await router.navigate({ to: '/investments', search: { dialog: 'edit', record: investment.id } })
  await expect.element(page.getByRole('dialog', { name: 'Edit Investment' })).toBeVisible()
  page.getByRole('button', { name: 'Cancel' }).element().focus()
  await pressUndo()
  expect(amount()).toBe('999000.00')
  await router.navigate({ to: '/investments', search: { dialog: 'details', record: investment.id } })
  const editButton = page.getByRole('dialog', { name: 'Investment Details' }).getByRole('button', { name: 'Edit' })
  await expect.element(editButton).toBeVisible()
  editButton.element().focus()
  await pressUndo()
  await expect.poll(amount).toBe('355000.00')
  expect(store.undo.last).toBeNull()
})

test('Ctrl+Z does not go beyond an action that cannot be undone', async () => {
  const { store, project, amount, edit } = await setupInvestment('/projects')
  await edit('999000.00')
  await store.act({ entity: 'projects', verb: 'exit', id: project.id, fields: {} })
  await pressUndo()
  await expect.element(page.getByText('This action cannot be undone')).toBeVisible()
  expect(amount()).toBe('999000.00')
})

test('the toast of Ctrl+Z names the restored record, and its Redo deletes it again', async () => {
  const { store, router } = await setup('/investors')
  const { id } = store.put('investors', { firstName: 'Meera', lastName: 'Iyer', email: 'meera@example.com' })
  await router.navigate({ to: '/investors', search: { dialog: 'delete', record: id } })
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  blur()
  await pressUndo()
  await expect.element(page.getByText('Restored: Meera Iyer')).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.element(page.getByText('Deleted: Meera Iyer')).toBeVisible()
  expect(store.table('investors').get(id)).toBeUndefined()
})

const pressKey = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

test('keys of an input method, of AltGr and of accents are never shortcuts', async () => {
  const { router } = await setup('/investors')
  pressKey('n', { isComposing: true })
  pressKey('Process', { code: 'KeyN' })
  pressKey('Dead', { code: 'KeyN' })
  pressKey('ń', { code: 'KeyN', modifierAltGraph: true })
  pressKey('n', { ctrlKey: true, altKey: true })
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(router.state.location.search).toEqual({})
  pressKey('n', { code: 'KeyN' })
  await expect.element(page.getByRole('dialog', { name: 'Add New Investor' })).toBeVisible()
})

test('Ctrl+Enter saves a form from any field, even with single keys turned off', async () => {
  const { store } = await setup('/investors')
  await userEvent.keyboard('n')
  chooseSingleKeys(false)
  const form = page.getByRole('dialog', { name: 'Add New Investor' })
  await form.getByLabelText('First name').fill('Noor')
  await form.getByLabelText('Email').fill('noor@example.com')
  await form.getByLabelText('Internal notes').fill('Met in Fes')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => [...store.table('investors').all()].map(({ notes }) => notes)).toEqual(['Met in Fes'])
  await expect.element(form).not.toBeInTheDocument()
})
