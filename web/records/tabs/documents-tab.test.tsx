import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawApp } from '#web/test/draw-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const form = page.getByRole('dialog', { name: 'Upload Document' })

test.each(['Save', 'Cancel'])('after %s, a document added from a record leads back to the record', async (press) => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  const { router } = await drawApp(store, `/projects?dialog=details&record=${id}&tab=documents`)
  const papers = page.getByRole('region', { name: 'Documents' })
  await papers.getByRole('link', { name: 'Upload Document' }).click()
  await expect.poll(() => router.latestLocation.pathname).toBe('/documents')
  if (press === 'Save') await form.getByLabelText('Name', { exact: true }).first().fill('Fact sheet')
  await form.getByRole('button', { name: press === 'Save' ? 'Upload Document' : press }).click()
  await expect.poll(() => router.latestLocation.pathname).toBe('/projects')
  expect(router.latestLocation.search).toMatchObject({ dialog: 'details', record: id, tab: 'documents' })
  await expect.poll(() => papers.getByText('Fact sheet').elements().length).toBe(press === 'Save' ? 1 : 0)
})
