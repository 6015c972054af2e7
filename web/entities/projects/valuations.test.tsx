import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ProjectsScreen } from './projects-screen.tsx'

const details = page.getByRole('dialog', { name: 'Project details' })
const tab = details.getByRole('tab', { name: 'Valuations' })

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id })
  return { store, project }
}

test("a valuation is added to the project it is opened from, in the project's currency", async () => {
  const { store, project } = await setup()
  await tab.click()
  await expect.element(details.getByText('No valuations')).toBeVisible()
  await details.getByRole('button', { name: 'Add valuation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add valuation' })
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expect.element(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabelText('Net asset value (NAV)').fill('AED 1,200,000')
  await dialog.getByLabelText('Valuation date').fill('06/30/2025')
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expect.element(page.getByText('Valuation added')).toBeVisible()
  await expect.element(details.getByText('AED 1,200,000.00')).toBeVisible()
  expect([...store.table('valuations').all()]).toMatchObject([
    { projectId: project.id, nav: '1200000.00', valuationDate: '2025-06-30', notes: null },
  ])
})
