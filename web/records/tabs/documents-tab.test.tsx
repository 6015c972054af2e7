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

test('a document added from an investment belongs to its project and its investor, and only such ones are listed', async () => {
  const store = await openTestStore()
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const { id: investorId } = store.put('investors', {
    firstName: 'Elif',
    lastName: 'Öztürk',
    email: 'elif@example.com',
  })
  const { id } = store.put('investments', { projectId, investorId, amount: '1000.00', investmentDate: '2025-01-01' })
  store.put('documents', { name: 'Of the project', projectId })
  store.put('documents', { name: 'Of the investor', investorId })
  await store.caughtUp()
  await renderApp(store, `/investments?dialog=details&record=${id}&tab=documents`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByRole('link', { name: 'Upload document' }).click()
  await form.getByLabelText('Name', { exact: true }).first().fill('Subscription')
  await form.getByRole('button', { name: 'Upload document' }).click()
  await expect.element(documents.getByText('Subscription')).toBeVisible()
  expect(documents.getByText('Of the', { exact: false }).elements()).toEqual([])
  expect([...store.table('documents').all()].find(({ name }) => name === 'Subscription')).toMatchObject({
    projectId,
    investorId,
  })
})
