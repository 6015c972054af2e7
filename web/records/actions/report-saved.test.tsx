import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import type { CommitResult, Committed } from '#web/store/base/command.ts'
import { reportSaved } from './report-saved.ts'

beforeEach(clearToasts)

const undoButton = page.getByRole('button', { name: 'Undo' })
const committed = (result: CommitResult) => result as Committed

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', location: 'Fes' })
  await store.caughtUp()
  await render(store, null)
  const edit = (fields: object) => store.update('projects', store.table('projects').get(project.id)!, fields)
  return { store, project, edit, row: () => store.table('projects').get(project.id)! }
}

test('a saved change is on this device, then sent, and undone from its toast', async () => {
  const { store, edit, row } = await setup()
  reportSaved(store, committed(await edit({ location: null })), 'Project updated', { name: 'Quay' })
  await expect.element(page.getByText('Saved on this device, not sent yet.')).toBeVisible()
  await store.decided()
  await expect.element(page.getByText(/^Sent at \d+:\d\d/)).toBeVisible()
  await undoButton.click()
  await expect.element(page.getByText('Location back to Fes')).toBeVisible()
  expect(row().location).toBe('Fes')
})

test('several values that were undone are named', async () => {
  const { store, edit } = await setup()
  reportSaved(store, committed(await edit({ location: 'Rabat', description: 'Sold' })), 'Project updated')
  await undoButton.click()
  await expect.element(page.getByText(/^Values restored: (Location, Description|Description, Location)$/)).toBeVisible()
})

test('a value that was empty before is called so', async () => {
  const { store, edit } = await setup()
  reportSaved(store, committed(await edit({ description: 'Sold' })), 'Project updated')
  await undoButton.click()
  await expect.element(page.getByText('Description back to empty')).toBeVisible()
})

test('no undo is offered for an action that cannot be undone, or for a form saved without changes', async () => {
  const { store, project, edit } = await setup()
  reportSaved(store, committed(await edit({ location: 'Fes' })), 'Project updated')
  await expect.element(page.getByText('Project updated')).toBeVisible()
  expect(undoButton.elements()).toEqual([])
  const exit = { entity: 'projects', verb: 'exit', id: project.id, fields: {} } as const
  reportSaved(store, committed(await store.act(exit)), 'Project exited')
  await expect.element(page.getByText('Project exited')).toBeVisible()
  expect(undoButton.elements()).toEqual([])
})
