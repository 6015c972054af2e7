import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { render } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { NotFound } from './not-found.tsx'

test('without a signed-in person the notice is the main landmark and has no dashboard link', async () => {
  await render(await openTestStore(), <NotFound isOutsideShell />)
  await expect
    .element(page.getByRole('main').getByRole('heading', { level: 1 }))
    .toHaveTextContent('404 Page Not Found')
  expect(page.getByRole('link').elements()).toEqual([])
})

test('inside the shell the notice is in the main content and links to the dashboard', async () => {
  await render(await openTestStore(), <NotFound />)
  await expect.element(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/')
  expect(page.getByRole('main').elements()).toEqual([])
})

test('below the address of a list the notice links back to that list', async () => {
  const store = await openTestStore()
  const toList = page.getByRole('link', { name: 'Back to the list' })
  const { goTo } = await renderApp(store, '/investors/nobody')
  await expect.element(toList).toHaveAttribute('href', '/investors')
  await goTo('/settings/users/nobody/at/all')
  await expect.element(toList).toHaveAttribute('href', '/settings/users')
  await goTo('/nowhere')
  await expect.element(toList).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible()
})

test('the notice has no link to a list that the role may not see', async () => {
  await renderApp(await openTestStore({ ...someone, role: 'INVESTOR' }), '/investors/nobody')
  await expect.element(page.getByText('404 Page Not Found')).toBeVisible()
  expect(page.getByRole('link', { name: 'Back to the list' }).elements()).toEqual([])
})
