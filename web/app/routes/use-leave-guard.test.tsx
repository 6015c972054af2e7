import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearUnsavedForms, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

const form = page.getByRole('dialog', { name: 'Create New Project' })
const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
const title = page.getByRole('main').getByRole('heading', { level: 1 })

afterEach(clearUnsavedForms)

async function setupDirtyForm() {
  const store = await openTestStore()
  const app = await renderApp(store, '/documents')
  await expect.element(title).toHaveTextContent('Documents')
  await app.goTo('/projects')
  await page.getByRole('button', { name: 'Create project' }).first().click()
  await form.getByLabelText('Name').fill('Quay')
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  return { store, ...app, at: () => app.router.state.location }
}

test('leaving an open form asks first and can be canceled', async () => {
  const { goTo, at } = await setupDirtyForm()
  void goTo('/investors')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(form.getByLabelText('Name')).toHaveValue('Quay')
  expect([at().pathname, at().search]).toEqual(['/projects', { dialog: 'create' }])
})

test('after discarding the text another screen opens without asking again', async () => {
  const { goTo } = await setupDirtyForm()
  void goTo('/investors')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(title).toHaveTextContent('Investors')
  await goTo('/documents')
  await expect.element(title).toHaveTextContent('Documents')
  expect(question.elements()).toEqual([])
})

test('sorting and searching the list behind an open form does not ask', async () => {
  const { router, at } = await setupDirtyForm()
  await router.navigate({ to: '/projects', search: { ...at().search, q: 'dock' } })
  await expect.poll(() => at().search).toMatchObject({ q: 'dock', dialog: 'create' })
  expect(question.elements()).toEqual([])
  await expect.element(form.getByLabelText('Name')).toHaveValue('Quay')
})

test('a saved form does not ask', async () => {
  const { goTo, at } = await setupDirtyForm()
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await goTo('/documents')
  await expect.element(title).toHaveTextContent('Documents')
  expect([at().pathname, question.elements()]).toEqual(['/documents', []])
})
