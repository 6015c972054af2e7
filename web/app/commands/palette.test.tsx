import i18next from 'i18next'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { chooseTheme } from '#web/themes/use-theme.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { recordToast, useToastHistory } from '#web/ui/overlay/toasts/toast-history.ts'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { closeCommands, useCommandOverlay } from './command-overlays.ts'
import { forgetRecent, useRecentRecords } from './recent-records.ts'
import './loaded-shortcuts.tsx'

beforeEach(closeCommands)
afterEach(() => {
  closeCommands()
  forgetRecent()
  clearToasts()
})

const title = page.getByRole('main').getByRole('heading', { level: 1 })
const palette = page.getByRole('dialog', { name: 'Search' })
const field = palette.getByRole('combobox', { name: 'Search' })
const entries = () => palette.getByRole('option').elements()
const labels = () => entries().map((each) => each.querySelector('[data-cut]')!.textContent)
const selectedEntry = () => palette.getByRole('option', { selected: true })

const holding = 'Noor Okafor · Çınar Quay · $5'

async function setup(role: 'ADMIN' | 'INVESTOR' = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const quay = store.put('projects', { name: 'Çınar Quay', type: 'COMMERCIAL' })
  store.put('projects', { name: 'Quayside', type: 'COMMERCIAL' })
  const ada = store.put('investors', { firstName: 'Noor', lastName: 'Okafor', email: 'noor@example.com' })
  const investment = store.put('investments', { projectId: quay.id, investorId: ada.id, amount: '5.00' })
  const rendered = await renderApp(store)
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  return { store, quay, investment, ...rendered }
}

const open = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

test('the palette finds records of every entity by name, ignoring case and accents, and opens them', async () => {
  const { router, quay } = await setup()
  await open()
  await userEvent.keyboard('quay')
  await expect.poll(labels).toEqual(['Quayside', 'Çınar Quay', holding])
  await userEvent.clear(field)
  await userEvent.keyboard('cinar')
  await expect.poll(labels).toEqual(['Çınar Quay', holding])
  await expect.element(selectedEntry()).toHaveTextContent('Çınar Quay')
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveTextContent('Projects')
  expect(router.state.location.search).toMatchObject({ dialog: 'details', record: quay.id })
  await expect.element(palette).not.toBeInTheDocument()
})

test('a misspelt name shows records under "Did you mean"', async () => {
  const { router, quay } = await setup()
  await open()
  await userEvent.keyboard('quaysude')
  const meant = palette.getByRole('group', { name: 'Did you mean' })
  await expect.element(meant.getByRole('option', { name: 'Quayside' })).toBeVisible()
  expect(labels()).toEqual(['Quayside'])
  await userEvent.clear(field)
  await userEvent.keyboard('chinar')
  await expect.poll(labels).toEqual(['Çınar Quay', holding])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.search).toMatchObject({ record: quay.id })
})

test('text typed while the palette loads goes into its field', async () => {
  await setup()
  const press = (key: string, modifiers: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))
  press('k', { ctrlKey: true })
  await Promise.resolve()
  for (const key of 'gpx') press(key)
  for (const key of ['Backspace', 'Backspace', 'Backspace']) press(key)
  for (const key of 'quay') press(key)
  press('@', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  press('Backspace')
  await expect.element(field).toHaveValue('quay')
  await expect.poll(labels).toEqual(['Quayside', 'Çınar Quay', holding])
  await userEvent.keyboard('side')
  await expect.element(field).toHaveValue('quayside')
  await expect.element(page.getByText('Portfolio Overview')).toBeInTheDocument()
})

test('Escape before the palette is drawn closes only the palette', async () => {
  const { goTo, quay, router } = await setup()
  await goTo(`/projects?dialog=details&record=${quay.id}`)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const press = (key: string, held: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
  useCommandOverlay.setState({ opened: 'palette' })
  await Promise.resolve()
  press('Escape')
  expect(useCommandOverlay.getState().opened).toBeNull()
  expect(router.state.location.search).toMatchObject({ record: quay.id })
})

test('an exact name comes first, then names that start with the query', async () => {
  const { store } = await setup()
  for (const name of ['Quay', 'Old Quay', 'Quay North', 'Antiquay']) store.put('projects', { name, type: 'COMMERCIAL' })
  await open()
  await userEvent.keyboard('quay')
  const found = () => labels().filter((name) => name !== 'Quayside' && !name!.includes('Çınar Quay'))
  await expect.poll(found).toEqual(['Quay', 'Quay North', 'Old Quay'])
})

test('the palette also finds an investment by its investor', async () => {
  const { router, investment } = await setup()
  await open()
  await userEvent.keyboard('okafor')
  await expect.poll(labels).toEqual(['Noor Okafor', holding])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(selectedEntry()).toHaveTextContent(holding)
  await expect.element(field).toHaveAttribute('aria-activedescendant', selectedEntry().element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveTextContent('Investments')
  expect(router.state.location.search).toMatchObject({ dialog: 'details', record: investment.id })
})

test('an amount finds the investments of that amount, however it is typed', async () => {
  const { store, quay } = await setup()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  for (const amount of ['355000.00', '355000.50', '3550.00'])
    store.put('investments', { projectId: quay.id, investorId: investor.id, amount })
  await store.caughtUp()
  await open()
  const exact = ['Elif · Çınar Quay · $355,000', 'Elif · Çınar Quay · $355,000.50']
  for (const typed of ['355000', '355,000', '$355,000']) {
    await field.fill(typed)
    await expect.poll(() => labels().toSorted()).toEqual(exact)
  }
  await field.fill('355000.5')
  await expect.poll(labels).toEqual(exact.slice(1))
})

test('"theme dark" and a language are commands that are listed once searched', async () => {
  await setup()
  onTestFinished(() => chooseTheme('light'))
  await open()
  expect(labels()).not.toContain('Theme: Dark')
  await userEvent.keyboard('theme dark')
  await expect.poll(labels).toContain('Theme: Dark')
  await field.fill('türk')
  await expect.poll(labels).toEqual(['Language: Türkçe'])
  await field.fill('theme dark')
  await palette.getByRole('option', { name: 'Theme: Dark' }).click()
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
})

test('the palette follows the store, even offline', async () => {
  const { store } = await setup()
  store.setStatus({ connection: 'offline' })
  await open()
  await userEvent.keyboard('harbour')
  await expect.element(palette.getByText('No results')).toBeVisible()
  await store.create('projects', { name: 'Harbour', type: 'COMMERCIAL' })
  await expect.poll(labels).toEqual(['Harbour'])
})

test('without a query the palette offers recent records, create actions and screens', async () => {
  const { goTo, quay } = await setup()
  await goTo(`/projects?dialog=details&record=${quay.id}`)
  await expect.element(page.getByText('Çınar Quay').first()).toBeVisible()
  await goTo('/documents')
  await open()
  const groups = () =>
    palette
      .getByRole('group')
      .elements()
      .map((each) => each.getAttribute('aria-label'))
  await expect.poll(groups).toEqual(['Recently opened', 'Create', 'Go to', 'In a list', 'Actions'])
  expect(labels()[0]).toBe('Çınar Quay')
  expect(labels()).toEqual(
    expect.arrayContaining(['Create project', 'Exchange rates', 'Keyboard shortcuts', 'Sign out']),
  )
  for (const entry of entries()) expect((entry as HTMLElement).offsetHeight).toBeGreaterThanOrEqual(44)
  await userEvent.keyboard('create proj')
  await expect.poll(labels).toEqual(['Create project'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
})

test('on a phone a long name is truncated at the edge of the palette', async () => {
  const { store } = await setup()
  store.put('projects', { name: 'Quay of the Upper Harbour '.repeat(6), type: 'COMMERCIAL' })
  await page.viewport(390, 844)
  await open()
  await userEvent.keyboard('upper harbour')
  await expect.poll(() => labels().length).toBe(1)
  const list = palette.element().getBoundingClientRect()
  expect(entries()[0]!.getBoundingClientRect().right).toBeLessThanOrEqual(list.right)
  expect(entries()[0]!.getBoundingClientRect().left).toBeGreaterThanOrEqual(list.left)
})

test('in every language the placeholder of the field fits on a phone', async () => {
  await setup()
  await page.viewport(390, 844)
  await open()
  const input = field.element() as HTMLInputElement
  await inEachLanguage(async () => {
    await expect.poll(() => input.placeholder).toBe(i18next.t('shell:command.hint'))
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input)
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.font = font
    const availableWidth =
      input.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
    expect(canvas.measureText(input.placeholder).width).toBeLessThanOrEqual(availableWidth)
  })
})

test('an investor is not offered screens, records and actions of staff', async () => {
  await setup('INVESTOR')
  await open()
  await expect.poll(() => labels().length).toBeGreaterThan(4)
  expect(labels()).toEqual(expect.arrayContaining(['Dashboard', 'Investments', 'My Portfolio', 'Documents']))
  for (const forbidden of ['Create project', 'Projects', 'Investors', 'Referrals', 'Audit trail'])
    expect(labels()).not.toContain(forbidden)
  await userEvent.keyboard('quay')
  await expect.poll(labels).toContain('Çınar Quay · $5')
  await userEvent.keyboard('{Control>}a{/Control}okafor')
  await expect.poll(labels).toEqual([])
})

test('an investor finds visible projects and opens them on their own page', async () => {
  const { store, router } = await setup('INVESTOR')
  const shown = store.put('projects', { name: 'Lighthouse', type: 'COMMERCIAL' })
  await store.caughtUp()
  await open()
  await userEvent.keyboard('lighth')
  await expect.poll(labels).toEqual(['Lighthouse'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe(`/projects/${shown.id}`)
})

test('the button opens the palette, and Escape closes it and returns the focus', async () => {
  await setup()
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await button.click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('the palette finds saved views by list and name, except those of lists that the person may not see', async () => {
  const { store, router } = await setup('INVESTOR')
  const savedView = { userId: someone.id, address: '?status=EXITED' }
  store.put('savedViews', { ...savedView, list: 'investments', name: 'Due this month' })
  store.put('savedViews', { ...savedView, list: 'referrals', name: 'Due referrals' })
  store.put('savedViews', { ...savedView, list: 'ships', name: 'Due ships' })
  await open()
  await userEvent.keyboard('investments due')
  await expect.poll(labels).toEqual(['Investments: Due this month'])
  await userEvent.clear(field)
  await userEvent.keyboard('due')
  await expect.poll(labels).toEqual(['Investments: Due this month'])
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveTextContent('Investments')
  expect(router.state.location.search).toEqual({ status: 'EXITED' })
})

test('the six most recent records are offered once, except deleted ones', async () => {
  const { store, goTo } = await setup()
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  const projects = names.map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  await store.caughtUp()
  for (const { id } of [...projects, projects[3]!]) await goTo(`/projects?dialog=details&record=${id}`)
  await goTo('/documents')
  await expect.element(title).toHaveTextContent('Documents')
  store.drop('projects', projects[5]!.id)
  await store.caughtUp()
  await open()
  const recent = palette.getByRole('group', { name: 'Recently opened' }).getByRole('option')
  await expect.poll(() => textsOf(recent)).toEqual(['Four', 'Eight', 'Seven', 'Five', 'Three'])
})

test('the palette shows the five best matches per entity', async () => {
  const { store } = await setup()
  for (const name of ['1', '2', '3', '4', '5', '6', '7'])
    store.put('projects', { name: `Dock ${name}`, type: 'COMMERCIAL' })
  store.put('referrals', { name: 'Dock Masters' })
  await store.caughtUp()
  await open()
  await userEvent.keyboard('dock')
  await expect.poll(() => labels().filter((name) => /^Dock \d$/.test(name!)).length).toBe(5)
  expect(labels()).toContain('Dock Masters')
})

test('the palette runs undo once and opens the shortcut help', async () => {
  const { store, quay } = await setup()
  await store.update('projects', quay, { name: 'Dock' })
  await open()
  await userEvent.keyboard('undo')
  await expect.poll(labels).toEqual(['Undo: Updated project: Dock'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => store.table('projects').get(quay.id)?.name).toBe(quay.name)
  await open()
  await userEvent.keyboard('undo')
  await expect.poll(labels).toEqual(['Redo the last undone action'])
  await userEvent.clear(field)
  await userEvent.keyboard('keyboard short')
  await expect.poll(labels).toEqual(['Keyboard shortcuts'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('signing out clears recent records and past messages', async () => {
  const { goTo, quay, unmount } = await setup()
  await goTo(`/projects?dialog=details&record=${quay.id}`)
  await expect.poll(() => useRecentRecords.getState().recent.length).toBe(1)
  recordToast({ about: 'a', kind: 'done', title: 'Success', text: 'Saved', at: 0, actions: [] })
  await open()
  await unmount()
  expect([
    useRecentRecords.getState().recent,
    useToastHistory.getState().past,
    useCommandOverlay.getState().opened,
  ]).toEqual([[], [], null])
})
