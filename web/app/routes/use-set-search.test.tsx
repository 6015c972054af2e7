import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useSetSearch } from './use-set-search.ts'

async function setup() {
  const loaded = Promise.withResolvers<void>()
  const captured: { setSearch?: SetSearch<RecordSearch> } = {}
  function Projects() {
    const setSearch = useSetSearch<RecordSearch>('/projects')
    return (
      <button type="button" onClick={() => (captured.setSearch = setSearch)}>
        Projects
      </button>
    )
  }
  const root = createRootRoute({ component: Outlet })
  const projects = createRoute({ getParentRoute: () => root, path: '/projects', component: Projects })
  const investors = createRoute({
    getParentRoute: () => root,
    path: '/investors',
    loader: () => loaded.promise,
    component: () => <p>Investors</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/projects'] })
  const router = createRouter({ history, routeTree: root.addChildren([projects, investors]) })
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Projects' }).click()
  return { router, loaded, setSearch: captured.setSearch! }
}

test('a list writes its search to its address', async () => {
  const { router, setSearch } = await setup()
  setSearch({ q: 'quay' })
  await expect.poll(() => router.history.location.href).toBe('/projects?q=quay')
})

test('a late search update does not cancel a navigation', async () => {
  const { router, loaded, setSearch } = await setup()
  void router.navigate({ to: '/investors' })
  await expect.poll(() => router.history.location.pathname).toBe('/investors')
  setSearch({ q: 'quay' })
  loaded.resolve()
  await expect.element(page.getByText('Investors')).toBeVisible()
  expect(router.history.location.href).toBe('/investors')
})
