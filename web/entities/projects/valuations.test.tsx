import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawScreen } from '#web/test/draw.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { ProjectsScreen } from './projects-screen.tsx'

const details = page.getByRole('dialog', { name: 'Project Details' })
const tab = details.getByRole('tab', { name: 'Valuations' })

async function setup(identity = someone) {
  const store = await openTestStore(identity)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  await drawScreen(store, ProjectsScreen, { dialog: 'details', record: project.id })
  return { store, project }
}

const valuation = (projectId: string, valuationDate: string, nav: string) => ({ projectId, valuationDate, nav })

test("a valuation is added to the project it is opened from, in the project's currency", async () => {
  const { store, project } = await setup()
  await tab.click()
  await expect.element(details.getByText('No valuations')).toBeVisible()
  await details.getByRole('button', { name: 'Add Valuation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Valuation' })
  await dialog.getByRole('button', { name: 'Add Valuation' }).click()
  await expect.element(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabelText('Net Asset Value').fill('AED 1,200,000')
  await dialog.getByLabelText('Valuation Date').fill('06/30/2025')
  await dialog.getByRole('button', { name: 'Add Valuation' }).click()
  await expect.element(page.getByText('Valuation created successfully')).toBeVisible()
  await expect.element(details.getByText('AED 1,200,000.00')).toBeVisible()
  expect([...store.table('valuations').all()]).toMatchObject([
    { projectId: project.id, nav: '1200000.00', valuationDate: '2025-06-30', notes: null },
  ])
})

test('the newest valuation comes first, and each can be edited and deleted in the tab', async () => {
  const { store, project } = await setup()
  store.put('valuations', valuation(project.id, '2024-12-31', '100'))
  store.put('valuations', valuation(project.id, '2025-12-31', '300'))
  const another = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  store.put('valuations', valuation(another.id, '2026-12-31', '900'))
  await tab.click()
  const rows = details.getByRole('row').filter({ hasText: '.00' })
  await expect
    .poll(() => rows.elements().map((row) => row.querySelector('[scope=row]')?.textContent))
    .toEqual(['Dec 31, 2025', 'Dec 31, 2024'])
  await rows.first().getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Valuation' })
  await edit.getByLabelText('Net Asset Value').fill('350')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(details.getByText('AED 350.00')).toBeVisible()
  await rows.first().getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete Valuation' })
  await expect.element(sure.getByText('This deletes the valuation of AED 350.00 on Dec 31, 2025.')).toBeVisible()
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.element(details.getByText('1 valuation')).toBeVisible()
})

test('people with read access see no edit buttons', async () => {
  const { store, project } = await setup({ ...someone, role: 'INVESTOR' })
  store.put('valuations', valuation(project.id, '2024-12-31', '100'))
  await tab.click()
  await expect.element(details.getByText('1 valuation')).toBeVisible()
  expect(textsOf(details.getByRole('button'))).not.toContain('Add Valuation')
  expect(details.getByRole('button', { name: 'Edit' }).elements()).toEqual([])
})
