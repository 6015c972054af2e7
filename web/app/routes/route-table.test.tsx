import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import { registry } from '#schema/registry.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { letterOf, screens } from '#web/test/screens.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { recordLink } from './record-link.ts'
import { recordPageAt } from './record-pages.ts'
import { menuOf } from './menu.ts'
import { maySee } from './route-access.ts'
import { pathOfRoute, routeAt, routeOf } from './find-route.ts'
import { appRoutes } from './route-table.ts'

const menuNames = (role: Role) => screens.filter(({ menu }) => menu.includes(letterOf[role])).map(({ name }) => name)

test('the route table has exactly these screens in this order', () => {
  expect(appRoutes.map(pathOfRoute)).toEqual(screens.map(({ path }) => path))
})

test.each(roles)('as %s: the visible screens and the menu entries', (role) => {
  const { [role]: letter } = letterOf
  for (const { path, sees, menu } of screens) {
    const route = routeAt(path)!
    expect([path, maySee(route, role), menuOf(role).includes(route)]).toEqual([
      path,
      sees.includes(letter),
      menu.includes(letter),
    ])
  }
})

test('a route is found with and without a trailing slash; the root is the dashboard', () => {
  expect(pathOfRoute(routeAt('/')!)).toBe('/dashboard')
  expect(pathOfRoute(routeAt('/projects/')!)).toBe('/projects')
  for (const path of ['/nowhere', '/projects/1', '/Projects', '/investor']) expect(routeAt(path)).toBeUndefined()
})

test.each(roles)('as %s the menu has these entries and highlights the current one', async (role) => {
  const { goTo } = await renderApp(await openTestStore({ ...someone, role }))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect.element(menu).toBeVisible()
  const links = menu.getByRole('link')
  expect(textsOf(links)).toEqual(menuNames(role))
  await expect.element(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  for (const name of menuNames(role).slice(1)) {
    await menu.getByRole('link', { name }).click()
    await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveTextContent(name)
    const current = links.elements().filter((each) => each.getAttribute('aria-current') === 'page')
    expect(current.map((each) => each.textContent)).toEqual([name])
  }
  await goTo('/')
  await expect.element(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
})

test('settings screens link to each other if the person may see more than one', async () => {
  const { goTo } = await renderApp(await openTestStore(), '/settings')
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect.element(links.first()).toHaveAttribute('aria-current', 'page')
  expect(links.elements()[0]?.textContent).toBe('Profile')
  await goTo('/settings/users')
  await expect.element(links.filter({ hasText: 'Users' })).toHaveAttribute('aria-current', 'page')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect.element(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
})

test('settings screens are grouped under headings, behind a button on narrow screens', async () => {
  await renderApp(await openTestStore(), '/settings/users')
  const nav = page.getByRole('navigation', { name: 'Settings' })
  const people = nav.getByRole('region', { name: 'Users and devices' }).getByRole('link')
  await expect.poll(() => textsOf(people)).toEqual(['Users', 'Invitations', 'Devices'])
  await page.viewport(1440, 900)
  const rectOf = (name: string) => nav.getByRole('link', { name }).element().getBoundingClientRect()
  expect(rectOf('Invitations').top).toBeGreaterThanOrEqual(rectOf('Users').bottom)
  await expect.element(nav.getByText('Users and devices')).toBeVisible()
  await page.viewport(768, 1024)
  const all = nav.getByRole('button', { name: 'All settings' })
  await expect.element(nav.getByRole('link', { name: 'Users' })).not.toBeInTheDocument()
  await all.click()
  const panel = page.getByRole('dialog', { name: 'All settings' })
  await expect.element(panel.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  for (const each of panel.getByRole('link').elements())
    expect((each as HTMLElement).offsetHeight).toBeGreaterThanOrEqual(44)
  await panel.getByRole('region', { name: 'Firm' }).getByRole('link', { name: 'Exchange rates' }).click()
  await expect.element(page.getByRole('heading', { name: 'Exchange rates', level: 1 })).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

const settingsScreens = (role: Role) =>
  screens
    .filter(({ path, sees }) => path.startsWith('/settings') && sees.includes(letterOf[role]))
    .map(({ path, name }) => (path === '/settings' ? 'Profile' : name))

test.each(roles)('as %s only the settings link to these screens', async (role) => {
  const { goTo } = await renderApp(await openTestStore({ ...someone, role }), '/settings/security')
  const nav = page.getByRole('navigation', { name: 'Settings' })
  const names = () => textsOf(nav.getByRole('link'))
  await expect.poll(names).toEqual(settingsScreens(role))
  await nav.getByRole('link', { name: 'Profile' }).click()
  await expect.element(nav.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await goTo('/documents')
  await expect.element(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  expect(nav.elements()).toEqual([])
})

test('unknown parts of an address are dropped, and the list opens', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await renderApp(store, '/projects?q=%5B%22a%22%5D&sort=%7B%7D&dialog=evil&unsent=7&__proto__=x&record=%5B%5D')
  await expect.element(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Quay', exact: true })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
})

test('the same project link opens a panel for staff and a page for investors', async () => {
  const investor = await openTestStore({ ...someone, role: 'INVESTOR' })
  const { id } = investor.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await investor.caughtUp()
  const { goTo, router, unmount } = await renderApp(investor, `/projects?dialog=details&record=${id}`)
  await expect.poll(() => router.state.location.pathname).toBe(`/projects/${id}`)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1, name: 'Quay' })).toBeVisible()
  expect(router.state.location.search).toEqual({})
  await goTo('/projects?dialog=create')
  await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await goTo(`/projects/${id}/more`)
  await expect.element(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await unmount()

  const staff = await openTestStore()
  staff.put('projects', { id, name: 'Quay', type: 'COMMERCIAL' })
  const { router: staffRouter } = await renderApp(staff, `/projects?dialog=details&record=${id}`)
  await expect.element(page.getByRole('dialog', { name: 'Project details' })).toBeVisible()
  expect(staffRouter.state.location.pathname).toBe('/projects')
})

const openableEntities = {
  ADMIN: Object.keys(registry),
  PORTFOLIO_MANAGER: ['projects', 'investors', 'investments', 'documents', 'referrals', 'commissions', 'exchangeRates'],
  INVESTOR: ['projects', 'investments', 'documents'],
}

test.each(roles)('as %s a record has an address if the role may open it', (role) => {
  const screensOf = Object.keys(registry).filter((entity) => routeOf(entity))
  const expected = screensOf.filter((entity) => openableEntities[role].includes(entity))
  expect(screensOf.filter((entity) => recordLink(role, entity, '1'))).toEqual(expected)
  for (const entity of expected)
    expect(recordLink(role, entity, '1')).toEqual({
      to: pathOfRoute(routeOf(entity)!),
      search: { dialog: 'details', record: '1' },
    })
  expect(recordLink(role, 'valuations', '1')).toBeNull()
  expect(recordLink(role, 'ships', '1')).toBeNull()
})

test('the page of a record has an address of exactly two parts', () => {
  expect(['/projects/1', '/projects/1/'].map((path) => recordPageAt(path)?.entity)).toEqual(['projects', 'projects'])
  expect(recordPageAt('/view/documents/1')?.entity).toBe('documents')
  const others = ['/view/documents', '/projects', '/projects/', '/projects/1/2', '/investors/1', '/Projects/1', '/']
  expect(others.filter((path) => recordPageAt(path))).toEqual([])
})
