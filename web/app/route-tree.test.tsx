import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const title = page.getByRole('main').getByRole('heading', { level: 1 })
const sidebar = page.getByRole('navigation', { name: 'Main menu' })

test('an unknown address shows a not-found notice beside the menu, with a window title and a link', async () => {
  await renderApp(await openTestStore(), '/nowhere')
  await expect.element(title).toHaveTextContent('404 Page Not Found')
  await expect.element(sidebar).toBeVisible()
  expect(document.title).toBe('404 Page Not Found')
  expect(page.getByRole('main').getByRole('link').element().getAttribute('href')).toBe('/')
})

test('the root address shows the dashboard, whose “View all” opens the projects', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await renderApp(store, '/')
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  await page.getByRole('main').getByRole('link', { name: 'View all' }).click()
  await expect.element(title).toHaveTextContent('Projects')
})

test('a screen that a role may not see shows the reason of its entity', async () => {
  const { goTo } = await renderApp(await openTestStore({ ...someone, role: 'INVESTOR' }), '/referrals')
  const alert = page.getByRole('alert')
  await expect
    .element(alert.getByText('Only administrators and portfolio managers can access referrals.'))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/')
  await goTo('/investments')
  await expect.element(title).toHaveTextContent('Investments')
  expect(alert.elements()).toEqual([])
})

test('the records of a screen and their references are read before it is rendered', async () => {
  const store = await openTestStore()
  const prepare = vi.spyOn(store, 'prepare')
  const { goTo } = await renderApp(store, '/settings')
  await expect.element(title).toHaveTextContent('Settings')
  expect(prepare).not.toHaveBeenCalled()
  await goTo('/documents')
  await expect.element(title).toHaveTextContent('Documents')
  const names = prepare.mock.calls[0]![0]
  expect(names[0]).toBe('documents')
  expect([...names].toSorted()).toEqual([...new Set([...names, 'projects', 'investors'])].toSorted())
})

test('the address opens a record’s dialog', async () => {
  const store = await openTestStore()
  const row = store.put('referrals', { name: 'Omar' })
  await store.caughtUp()
  await renderApp(store, `/referrals?dialog=edit&record=${row.id}`)
  await expect.element(page.getByRole('dialog', { name: 'Edit referrer' })).toBeVisible()
})
