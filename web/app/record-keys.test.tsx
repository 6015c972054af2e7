// The keys of an open record, pressed in a real list.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { closeCommands } from './commands/command-overlays.ts'
import './commands/loaded-shortcuts.tsx'

beforeEach(closeCommands)
afterEach(clearToasts)

const panel = page.getByRole('dialog', { name: 'Project details' })

async function setup() {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '500000.00' })
  await renderApp(store, `/projects?dialog=details&record=${id}`)
  await expect.element(panel.getByRole('heading', { name: 'Quay' })).toBeVisible()
  return { store, amount: () => store.table('projects').get(id)?.targetAmount }
}

test('E opens the figure of the record, typing replaces it, Ctrl+Enter saves it, and Ctrl+Z takes it back', async () => {
  const { amount } = await setup()
  await userEvent.keyboard('e')
  const form = page.getByRole('dialog', { name: 'Quay', exact: true })
  await expect.element(form.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('750000{Control>}{Enter}{/Control}')
  await expect.element(form).not.toBeInTheDocument()
  expect(amount()).toBe('750000.00')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(amount).toBe('500000.00')
})

test('Delete asks before it deletes the record', async () => {
  const { amount } = await setup()
  await userEvent.keyboard('{Delete}')
  const question = page.getByRole('dialog', { name: 'Delete project?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  expect(amount()).toBe('500000.00')
})

test('in a field the keys of the record are text', async () => {
  const { amount } = await setup()
  const search = page.getByRole('searchbox')
  await search.click()
  await userEvent.keyboard('e{Delete}')
  await expect.element(search).toHaveValue('e')
  expect(page.getByRole('dialog', { name: 'Quay', exact: true }).elements()).toEqual([])
  expect(amount()).toBe('500000.00')
})
