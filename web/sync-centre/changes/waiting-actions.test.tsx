import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const centre = page.getByRole('dialog', { name: 'Sync center' })

async function setup() {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  store.setStatus({ connection: 'offline' })
  await store.caughtUp()
  await store.update('projects', store.table('projects').get(id)!, { location: 'Safi' })
  const app = await renderApp(store, '/dashboard')
  await page.getByRole('button', { name: /^Sync:/ }).click()
  return { ...app, id }
}

test.each([
  ['Open', 'details'],
  ['Edit', 'edit'],
])('%s leads from a waiting change to its record and closes the centre', async (name, dialog) => {
  const { router, id } = await setup()
  await centre.getByRole('link', { name, exact: true }).click()
  await expect.element(centre).not.toBeInTheDocument()
  expect(router.state.location).toMatchObject({ pathname: '/projects', search: { dialog, record: id } })
})
