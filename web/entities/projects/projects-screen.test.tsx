import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, goOn } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { ProjectsScreen } from './projects-screen.tsx'

async function setup(store: TestStore, initial: RecordSearch = {}) {
  await renderScreen(store, ProjectsScreen, initial)
  return store
}

const dialog = () => page.getByRole('dialog', { name: 'Create New Project' })

test('amounts are short in the list', async () => {
  const store = await openTestStore()
  const quay = { name: 'Quay', type: 'COMMERCIAL', targetAmount: '2500000000.00', expectedIRR: '12.50' }
  store.put('projects', { ...quay, raisedAmount: '250000.00' })
  await setup(store)
  await expect.element(page.getByText('$2500.0M')).toBeVisible()
  await expect.element(page.getByText('$250K')).toBeVisible()
  await expect.element(page.getByText('12.5%')).toBeVisible()
})

test('the ROI calculator appears once amount and IRR are entered', async () => {
  await setup(await openTestStore(), { dialog: 'create' })
  await dialog().getByLabelText('Target amount').fill('1000000')
  await expect.element(dialog().getByText('ROI calculator')).not.toBeInTheDocument()
  await dialog().getByLabelText('Expected IRR').fill('12.5')
  await expect.element(dialog().getByText('$62,500.00')).toBeVisible()
  await expect.element(dialog().getByText('$1,062,500.00')).toBeVisible()
})

test('an edit sends only changed fields, and a FUNDED project stays FUNDED', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Orchard', type: 'AGRICULTURE', description: ' as typed ' })
  const update = vi.spyOn(store, 'update')
  await setup(store, { dialog: 'edit', record: project.id })
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await expect.element(edit.getByLabelText('Status')).toHaveValue('Active')
  await edit.getByLabelText('Name').fill('')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(edit.getByText('Project name is required')).toBeVisible()
  await edit.getByLabelText('Name').fill('Orchard')
  await edit.getByLabelText('Location').fill('Fes')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Project updated')).toBeVisible()
  expect(update.mock.calls[0]?.[2]).not.toHaveProperty('status')
  expect(store.outbox()[0]?.ops).toMatchObject([
    { op: 'update', fields: { location: 'Fes' }, base: { location: null } },
  ])
})

test('an address opens the exit of a project, unless it has exited', async () => {
  const store = await openTestStore()
  const gone = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', status: 'EXITED' })
  const here = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  await setup(store, { dialog: 'exit', record: here.id })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  goOn({ dialog: 'exit', record: gone.id })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
