import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearUnsavedForms, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

const form = page.getByRole('dialog', { name: 'Add valuation' })
const notes = form.getByLabelText('Notes')
const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })

afterEach(clearUnsavedForms)

async function setupDirtyForm() {
  const store = await openTestStore()
  const [arch, barn] = ['Arch', 'Barn'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const app = await renderApp(store, `/projects?sort=name&dialog=details&record=${arch!.id}&tab=valuations`)
  await page.getByRole('dialog', { name: 'Project details' }).getByRole('button', { name: 'Add valuation' }).click()
  await notes.fill('As the surveyor says')
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  return { store, arch: arch!, barn: barn!, ...app, search: () => app.router.state.location.search }
}

test('rotating the device keeps the unsaved values in the full-screen panel and back', async () => {
  await setupDirtyForm()
  await page.viewport(800, 1100)
  await expect.element(page.getByRole('button', { name: 'Back', exact: true })).toBeInTheDocument()
  await expect.element(notes).toHaveValue('As the surveyor says')
  await page.viewport(1280, 800)
  await expect.element(page.getByRole('button', { name: 'Back', exact: true })).not.toBeInTheDocument()
  await expect.element(notes).toHaveValue('As the surveyor says')
})

test('stepping to another record asks before unsaved values are lost', async () => {
  const { arch, barn, search } = await setupDirtyForm()
  for (const opens of [
    page.getByRole('button', { name: 'Next record' }),
    page.getByRole('table').getByRole('button', { name: 'Barn', exact: true }),
  ]) {
    // Only scripts and screen readers can reach the button beneath the form.
    ;(opens.element() as HTMLElement).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(search()).toMatchObject({ record: arch.id, part: 'valuations create' })
    await expect.element(notes).toHaveValue('As the surveyor says')
  }
  ;(page.getByRole('button', { name: 'Next record' }).element() as HTMLElement).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(search).toMatchObject({ record: barn.id })
  await expect.element(form).not.toBeInTheDocument()
})

test('letters and arrows in a form over the record do not step', async () => {
  const { arch, search } = await setupDirtyForm()
  await notes.click()
  await userEvent.keyboard('jk{ArrowDown}')
  expect(search()).toMatchObject({ record: arch.id })
  form.getByRole('button', { name: 'Cancel' }).element().focus()
  await userEvent.keyboard('j{ArrowDown}')
  expect([search(), question.elements()]).toMatchObject([{ record: arch.id }, []])
})

test('unsaved values are restored with a deleted record', async () => {
  const { store, arch } = await setupDirtyForm()
  store.drop('projects', arch.id)
  await expect.element(page.getByText('Record not found')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  store.put('projects', { id: arch.id, name: 'Arch', type: 'COMMERCIAL' })
  await expect.element(notes).toHaveValue('As the surveyor says')
})
