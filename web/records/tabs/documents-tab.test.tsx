import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const form = page.getByRole('dialog', { name: 'Upload document' })

test.each(['Save', 'Cancel'])('after %s, adding a document from a record returns to the record', async (button) => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  const { router } = await renderApp(store, `/projects?dialog=details&record=${id}&tab=documents`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByRole('link', { name: 'Upload document' }).click()
  await expect.poll(() => router.latestLocation.pathname).toBe('/documents')
  if (button === 'Save') await form.getByLabelText('Name', { exact: true }).first().fill('Fact sheet')
  await form.getByRole('button', { name: button === 'Save' ? 'Upload document' : button }).click()
  await expect.poll(() => router.latestLocation.pathname).toBe('/projects')
  expect(router.latestLocation.search).toMatchObject({ dialog: 'details', record: id, tab: 'documents' })
  await expect.poll(() => documents.getByText('Fact sheet').elements().length).toBe(button === 'Save' ? 1 : 0)
})
