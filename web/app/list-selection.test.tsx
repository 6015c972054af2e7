// Selecting rows of a real list, and what is done with all of them at once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { closeCommands } from './commands/command-overlays.ts'
import './commands/loaded-shortcuts.tsx'

beforeEach(closeCommands)
afterEach(clearToasts)

const rowNamed = (name: string) => page.getByRole('row').filter({ hasText: name })
const nameIn = (name: string) => rowNamed(name).getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name: `Select: ${name}` })
const bar = page.getByRole('region', { name: 'Selected' })
const pressed = (keys: string) => userEvent.keyboard(keys)

async function setup() {
  const store = await openTestStore()
  const projects = ['Quay 01', 'Quay 02', 'Quay 03'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const { goTo } = await renderApp(store, '/projects?sort=name')
  await expect.element(nameIn('Quay 01')).toBeVisible()
  const has = (at: number) => store.table('projects').get(projects[at]!.id) !== undefined
  return { store, projects, investor, has, goTo }
}

test('X selects the focused row, Shift with an arrow extends the selection, and Escape ends it', async () => {
  await setup()
  await pressed('jx')
  await expect.element(box('Quay 01')).toBeChecked()
  await pressed('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(box('Quay 02')).toBeChecked()
  await expect.element(nameIn('Quay 02')).toHaveFocus()
  await expect.element(bar.getByText('Selected: 2')).toBeVisible()
  await pressed('x')
  await expect.element(box('Quay 02')).not.toBeChecked()
  await pressed('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(bar.getByText('Selected: 2')).toBeVisible()
  await pressed('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(nameIn('Quay 01')).toHaveFocus()
})

test('Shift with an arrow in the other direction shortens the range, but not what was selected before', async () => {
  await setup()
  await pressed('jjjx')
  await pressed('kk{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.element(bar.getByText('Selected: 3')).toBeVisible()
  await pressed('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
  await expect.element(nameIn('Quay 01')).toHaveFocus()
  await expect.element(box('Quay 01')).toBeChecked()
  await expect.element(box('Quay 02')).not.toBeChecked()
  await expect.element(box('Quay 03')).toBeChecked()
})

test('Ctrl+A in the rows selects all that are listed, in a field only its text', async () => {
  const { projects } = await setup()
  await pressed('j{Control>}a{/Control}')
  await expect.element(bar.getByText(`Selected: ${projects.length}`)).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Select all' })).toBeDisabled()
  await pressed('x')
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect.element(bar.getByText(`Selected: ${projects.length}`)).toBeVisible()
  await pressed('{Escape}')
  await page.getByRole('searchbox').click()
  await pressed('{Control>}a{/Control}')
  await expect.element(bar).not.toBeInTheDocument()
})

test('with a mouse, rows are selected by the checkboxes that Select shows', async () => {
  await setup()
  expect(page.getByRole('checkbox').elements()).toEqual([])
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await box('Quay 02').click()
  await expect.element(bar.getByText('Selected: 1')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('on a phone, Select is in the list menu', async () => {
  await setup()
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).click()
  await box('Quay 02').click()
  await expect.element(bar.getByText('Selected: 1')).toBeVisible()
})

test.each([
  ['its check box', () => box('Quay 02').click()],
  ['the bar', () => bar.getByRole('button', { name: 'Export' }).click()],
] as const)('Escape in %s leads back to the row', async (_, press) => {
  await setup()
  savedFiles()
  await pressed('jjx')
  await press()
  await pressed('{Escape}')
  await expect.element(nameIn('Quay 02')).toHaveFocus()
  await expect.element(bar).not.toBeInTheDocument()
})

test('rows that a search or another device removes leave the selection', async () => {
  const { store, projects } = await setup()
  await pressed('jxjxjx')
  await expect.element(bar.getByText('Selected: 3')).toBeVisible()
  store.drop('projects', projects[2]!.id)
  await expect.element(bar.getByText('Selected: 2')).toBeVisible()
  await page.getByRole('searchbox').fill('Quay 02')
  await expect.element(bar.getByText('Selected: 1')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect.element(box('Quay 01')).not.toBeChecked()
  await expect.element(box('Quay 02')).toBeChecked()
})

test('the selection stays while the rows are sorted, and ends when the list is left', async () => {
  const { goTo } = await setup()
  await pressed('jx')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect.element(nameIn('Quay 03')).toBeVisible()
  await expect.element(bar.getByText('Selected: 1')).toBeVisible()
  await goTo('/documents')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await goTo('/projects')
  await expect.element(nameIn('Quay 01')).toBeVisible()
  expect(bar.elements()).toEqual([])
})

describe('by touch', () => {
  const send = (name: string, type: string, at = 0) =>
    nameIn(name)
      .element()
      .dispatchEvent(
        new PointerEvent(type, { pointerType: 'touch', isPrimary: true, clientY: at, detail: 1, bubbles: true }),
      )
  const tap = (name: string) => ['pointerdown', 'pointerup', 'click'].forEach((type) => send(name, type))
  const panel = page.getByRole('dialog', { name: 'Project details' })

  test('a long press starts selection, and taps then add or remove rows', async () => {
    await setup()
    send('Quay 02', 'pointerdown')
    await expect.element(box('Quay 02')).toBeChecked()
    send('Quay 02', 'pointerup')
    send('Quay 02', 'click')
    tap('Quay 03')
    await expect.element(bar.getByText('Selected: 2')).toBeVisible()
    tap('Quay 02')
    await expect.element(box('Quay 02')).not.toBeChecked()
    expect(panel.elements()).toEqual([])
  })

  test('a tap opens the record, and a press that moves selects nothing', async () => {
    await setup()
    send('Quay 01', 'pointerdown')
    send('Quay 01', 'pointermove', 40)
    send('Quay 02', 'pointerdown')
    await expect.element(box('Quay 02')).toBeChecked()
    await expect.element(box('Quay 01')).not.toBeChecked()
    await pressed('{Escape}')
    tap('Quay 03')
    await expect.element(panel.getByRole('heading', { name: 'Quay 03' })).toBeVisible()
  })
})

test('only the selected rows are exported, in the order of the list', async () => {
  await setup()
  const files = savedFiles()
  await pressed('jjjxkkx')
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => files.length).toBe(1)
  const text = await files[0]!.text
  expect(text).toContain('Quay 01')
  expect(text).not.toContain('Quay 02')
  expect(text.indexOf('Quay 03')).toBeGreaterThan(text.indexOf('Quay 01'))
})

describe('deleting', () => {
  const question = page.getByRole('dialog', { name: /^Delete: / })

  test('asks once, with the number of records, and one undo restores all of them', async () => {
    const { has } = await setup()
    await pressed('jx{Shift>}{ArrowDown}{/Shift}')
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Delete: 2 projects' })).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(bar).not.toBeInTheDocument()
    expect([has(0), has(1), has(2)]).toEqual([false, false, true])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => [has(0), has(1), has(2)]).toEqual([true, true, true])
  })

  test('the Delete key asks for all of them, wherever the focus is', async () => {
    const { has } = await setup()
    await pressed('jxjxj{Delete}')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => [has(0), has(1), has(2)]).toEqual([false, false, true])
    await expect.element(nameIn('Quay 03')).toHaveFocus()
    await pressed('{Control>}z{/Control}')
    await expect.poll(() => [has(0), has(1), has(2)]).toEqual([true, true, true])
  })

  test('with check boxes but nothing selected, the Delete key asks for the row with the focus', async () => {
    await setup()
    await pressed('jxx{Delete}')
    await expect.element(page.getByRole('dialog', { name: 'Delete project?' })).toBeVisible()
  })

  test('leaves out a record on which others depend and says why', async () => {
    const { store, projects, investor, has } = await setup()
    const ids = { projectId: projects[0]!.id, investorId: investor.id }
    store.put('investments', { ...ids, amount: '1000' })
    await store.caughtUp()
    await pressed('jx{Shift>}{ArrowDown}{/Shift}')
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Delete: 1 project' })).toBeVisible()
    await expect.element(question.getByText('Quay 01 · 1 investment')).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(bar).not.toBeInTheDocument()
    expect([has(0), has(1)]).toEqual([true, false])
  })
})

test('hides several projects from investors as one change, after showing how many it will change', async () => {
  const { store, projects } = await setup()
  await store.commit([
    { op: 'update', entity: 'projects', seen: projects[1]!, fields: { isVisibleToInvestors: false } },
  ])
  const visible = () => projects.map(({ id }) => store.table('projects').get(id)?.isVisibleToInvestors)
  await pressed('jxjxjx')
  await bar.getByRole('button', { name: 'Hide from investors' }).click()
  const question = page.getByRole('dialog', { name: 'Hide from investors: 2 projects' })
  await expect.element(question.getByText('Skipped: 1 project')).toBeVisible()
  await expect.element(question.getByText('Quay 02 · Hidden from investors')).toBeVisible()
  await question.getByRole('button', { name: 'Hide from investors' }).click()
  await expect.poll(visible).toEqual([false, false, false])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(visible).toEqual([true, false, true])
})

test('an investor is offered no changes of the selected records', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR', investorIds: [] })
  store.put('documents', { name: 'Deed', type: 'OTHER' })
  await renderApp(store, '/documents')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await box('Deed').click()
  const names = bar
    .getByRole('button')
    .elements()
    .map((each) => each.textContent)
  expect(names).toEqual(['Select all', 'Export', 'Clear selection'])
})
