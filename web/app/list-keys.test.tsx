// Every key of a list, pressed in a real list.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { chooseSingleKeys } from '#web/ui/single-keys.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { closeCommands } from './commands/command-overlays.ts'
import './commands/loaded-shortcuts.tsx'

beforeEach(closeCommands)
afterEach(() => {
  clearToasts()
  chooseSingleKeys(true)
})

const rowNamed = (name: string) => page.getByRole('row').filter({ hasText: name })
const nameIn = (name: string) => rowNamed(name).getByRole('button', { name, exact: true })
const search = page.getByRole('searchbox')
const panel = page.getByRole('dialog', { name: 'Project details' })

const names = Array.from({ length: 60 }, (_, index) => `Quay ${String(index + 1).padStart(2, '0')}`)

async function setup() {
  const store = await openTestStore()
  const projects = names.map((name) =>
    store.put('projects', { name, type: 'COMMERCIAL', targetAmount: '500000.00', location: 'Fes' }),
  )
  const rendered = await renderApp(store, '/projects?sort=name')
  await expect.element(nameIn('Quay 01')).toBeVisible()
  return { store, projects, ...rendered }
}

const pressed = (keys: string) => userEvent.keyboard(keys)

describe('moving', () => {
  test('Down leads from the search into the first row, arrows and J and K from row to row', async () => {
    await setup()
    await search.click()
    await pressed('{ArrowDown}')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
    for (const [key, name] of [
      ['{ArrowDown}', 'Quay 02'],
      ['j', 'Quay 03'],
      ['k', 'Quay 02'],
      ['{ArrowUp}', 'Quay 01'],
      ['{ArrowUp}', 'Quay 01'],
    ] as const) {
      await pressed(key)
      await expect.element(nameIn(name)).toHaveFocus()
    }
  })

  test('J leads into the first row from anywhere on the page', async () => {
    await setup()
    await pressed('j')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
  })

  test('End and Home lead to rows that are not drawn yet', async () => {
    await setup()
    await pressed('j{End}')
    await expect.element(nameIn('Quay 60')).toHaveFocus()
    await pressed('{Home}')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
  })

  test('with single keys turned off J does nothing, but the arrows still move', async () => {
    await setup()
    chooseSingleKeys(false)
    await search.click()
    await pressed('{ArrowDown}')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
    await pressed('j')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
    await pressed('{ArrowDown}')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
  })

  test('a search that replaces the rows leaves the focus in the first one', async () => {
    await setup()
    await search.click()
    await pressed('quay 60{ArrowDown}')
    await expect.element(nameIn('Quay 60')).toHaveFocus()
  })

  test('PageDown and PageUp move by what the list shows at once', async () => {
    await setup()
    await pressed('j{PageDown}')
    const placeOf = () => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))
    await expect.poll(placeOf).toBeGreaterThan(4)
    const place = placeOf()
    await pressed('{PageDown}')
    await expect.poll(placeOf).toBe(2 * place - 2)
    await pressed('{PageUp}{PageUp}{PageUp}')
    await expect.element(nameIn('Quay 01')).toHaveFocus()
  })

  test('Escape returns from a row to the search', async () => {
    await setup()
    await pressed('j{Escape}')
    await expect.element(search).toHaveFocus()
  })

  test('the rows are one Tab stop, at the row that had the focus last', async () => {
    await setup()
    const region = page.getByRole('region', { name: 'Projects' })
    await pressed('jj{Tab}')
    await expect.poll(() => region.element().contains(document.activeElement)).toBe(false)
    await pressed('{Shift>}{Tab}{/Shift}')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
  })
})

describe('acting', () => {
  test('Enter opens the record, J and K step through the open records, and Escape returns to the row', async () => {
    await setup()
    await pressed('j{Enter}')
    await expect.element(panel.getByRole('heading', { name: 'Quay 01' })).toBeVisible()
    await pressed('j')
    await expect.element(panel.getByRole('heading', { name: 'Quay 02' })).toBeVisible()
    await pressed('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(nameIn('Quay 02')).toHaveFocus()
  })

  test('beside an open record J, K and the arrows step in the list too, and announce the name', async () => {
    await setup()
    await pressed('j{Enter}')
    const opened = async (name: string) => {
      await expect.element(panel.getByRole('heading', { name })).toBeVisible()
    }
    await opened('Quay 01')
    const list = page.getByRole('region', { name: 'Projects' })
    list.element().focus()
    for (const [key, name] of [
      ['j', 'Quay 02'],
      ['{ArrowDown}', 'Quay 03'],
      ['k', 'Quay 02'],
      ['{ArrowUp}', 'Quay 01'],
    ] as const) {
      await pressed(key)
      await opened(name)
      await expect.element(list).toHaveFocus()
    }
    await expect
      .poll(() => [...panel.element().querySelectorAll('output')].map((each) => each.textContent))
      .toContain('Quay 01')
    nameIn('Quay 01').element().focus()
    await pressed('{ArrowDown}')
    await opened('Quay 02')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
  })

  test('beside an open record J goes on from the row with the focus; elsewhere End opens no other record', async () => {
    await setup()
    await pressed('j{Enter}')
    await expect.element(panel.getByRole('heading', { name: 'Quay 01' })).toBeVisible()
    nameIn('Quay 05').element().focus()
    await pressed('j')
    await expect.element(panel.getByRole('heading', { name: 'Quay 06' })).toBeVisible()
    ;(document.activeElement as HTMLElement).blur()
    await pressed('{End}{Home}')
    const skip = page.getByRole('button', { name: 'Skip to the list' }).element() as HTMLElement
    skip.click()
    await expect.element(nameIn('Quay 06')).toHaveFocus()
    await expect.element(panel.getByRole('heading', { name: 'Quay 06' })).toBeVisible()
  })

  test('E opens the figure of the row, which typing replaces, and Enter saves it; Ctrl+Z takes it back', async () => {
    const { store, projects } = await setup()
    const amount = () => store.table('projects').get(projects[1]!.id)?.targetAmount
    await pressed('jje')
    const form = page.getByRole('dialog', { name: 'Quay 02' })
    const field = form.getByRole('textbox')
    await expect.element(field).toHaveFocus()
    await pressed('750000{Enter}')
    await expect.element(form).not.toBeInTheDocument()
    expect(amount()).toBe('750000.00')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
    await pressed('{Control>}z{/Control}')
    await expect.poll(amount).toBe('500000.00')
  })

  test('E in the panel of a record edits that record', async () => {
    const { store, projects } = await setup()
    await pressed('jj{Enter}')
    await expect.element(panel.getByRole('heading', { name: 'Quay 02' })).toBeVisible()
    await pressed('e')
    await expect.element(page.getByRole('dialog', { name: 'Quay 02', exact: true }).getByRole('textbox')).toHaveFocus()
    await pressed('600000{Control>}{Enter}{/Control}')
    await expect.poll(() => store.table('projects').get(projects[1]!.id)?.targetAmount).toBe('600000.00')
  })

  test('Delete asks, and afterwards the next row has the focus', async () => {
    const { store, projects } = await setup()
    await pressed('jj{Delete}')
    const question = page.getByRole('dialog', { name: 'Delete project?' })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await pressed('{Tab}{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    expect(store.table('projects').get(projects[1]!.id)).toBeUndefined()
    await expect.element(nameIn('Quay 03')).toHaveFocus()
    await pressed('{Control>}z{/Control}')
    await expect.element(nameIn('Quay 02')).toBeVisible()
  })

  test('in a field every key of the list is text', async () => {
    const { router } = await setup()
    await search.click()
    await pressed('jkex{Home}{End}{Delete}{ArrowRight}')
    await expect.element(search).toHaveValue('jkex')
    await expect.element(search).toHaveFocus()
    expect(router.state.location.search).not.toHaveProperty('dialog')
  })
})

describe('while rows come and go', () => {
  test('the focus stays with its row when many rows come before it', async () => {
    const { store } = await setup()
    await pressed('jj')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
    for (let number = 100; number < 180; number++)
      store.put('projects', { name: `Pier ${number}`, type: 'COMMERCIAL', location: 'Fes' })
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '141')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
    await pressed('j')
    await expect.element(nameIn('Quay 03')).toHaveFocus()
  })

  test('a row removed by somebody else leaves the focus to the next one', async () => {
    const { store, projects } = await setup()
    await pressed('jj')
    await expect.element(nameIn('Quay 02')).toHaveFocus()
    store.drop('projects', projects[1]!.id)
    await expect.element(nameIn('Quay 03')).toHaveFocus()
  })

  test('scrolling the row with the focus out of sight does not jump back, and J goes on from it', async () => {
    const { store } = await setup()
    await pressed('jj')
    const region = page.getByRole('region', { name: 'Projects' }).element()
    region.scrollTo({ top: region.scrollHeight })
    await expect.element(nameIn('Quay 60')).toBeVisible()
    await expect.poll(() => document.activeElement).toBe(document.body)
    store.put('projects', { name: 'Zinc', type: 'COMMERCIAL', location: 'Fes' })
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '62')
    await expect.element(nameIn('Quay 60')).toBeVisible()
    await pressed('j')
    await expect.element(nameIn('Quay 03')).toHaveFocus()
  })
})
