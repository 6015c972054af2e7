import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'

const main = page.getByRole('main')
const list = main.getByRole('table')
const rows = () => rowsOf(list, 'td').slice(1)

beforeEach(clearToasts)

async function setup(fields: object = {}, identity = someone) {
  const store = await openTestStore(identity)
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', ...fields })
  const { router } = await renderApp(store)
  await expect.element(list).toBeVisible()
  return { store, quay, router }
}

test('a row shows the known values of a project and says which are missing', async () => {
  const { store, quay } = await setup()
  expect(rows()).toEqual([['QuayNot specified', 'Commercial', '—', 'N/A', 'Active', '']])
  const known = { location: 'Safi', targetAmount: '1250000', currency: 'AED', expectedIRR: '12', status: 'GROWTH' }
  store.put('projects', { id: quay.id, name: 'Quay', type: 'REAL_ESTATE', ...known })
  await expect.poll(rows).toEqual([['QuaySafi', 'Real estate', 'AED\u00a01.3M', '12.0%', 'Growth', '']])
  store.put('projects', { id: quay.id, name: 'Quay', type: 'REAL_ESTATE', ...known, actualIRR: '-3' })
  await expect.poll(() => rows()[0]![3]).toMatch(/^[-−]3\.0%$/)
})

test('an exited project leaves the list; the empty list says that there are no projects', async () => {
  const { store, quay } = await setup()
  store.put('projects', { id: quay.id, name: 'Quay', type: 'COMMERCIAL', status: 'EXITED' })
  await expect.element(main.getByText('No projects')).toBeVisible()
  expect(list.elements()).toEqual([])
})

test('shows three placeholder rows while records load, not the empty message', async () => {
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false })
  await renderApp(store)
  await expect.element(main.getByRole('region', { name: 'Active projects' }).last()).toBeVisible()
  expect(main.getByText('No projects').elements()).toEqual([])
  const section = main.getByRole('region', { name: 'Active projects' }).last().element()
  expect(section.querySelectorAll('[class*=Skeleton-root]')).toHaveLength(3)
  store.setStatus({ hasAllRows: true })
  await expect.element(main.getByText('No projects')).toBeVisible()
})

test('a project created on this device is marked as waiting', async () => {
  const { store } = await setup()
  await store.create('projects', { name: 'Pier', type: 'COMMERCIAL' })
  await expect.poll(() => rows()[0]?.[0]).toBe('PierUnsent changesNot specified')
})

test('on narrow screens the list keeps name, amount and switch; long names wrap to three lines', async () => {
  await setup({ name: 'Harbour of the Southern Merchants and Their Descendants in the Ninth Generation' })
  ;(main.element() as HTMLElement).style.inlineSize = '390px'
  const shownHeaders = () =>
    list
      .getByRole('columnheader')
      .elements()
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent)
  await expect.poll(shownHeaders).toEqual(['Project', 'Target amount', 'Visibility'])
  const name = list.element().querySelector('bdi')!
  expect(name.getBoundingClientRect().height).toBeLessThan(62)
})

test('on a portrait tablet no column squeezes the name and the facts of a project', async () => {
  await setup({
    name: 'Marina Heights Residences',
    currency: 'AED',
    targetAmount: '110000000',
    type: 'VENTURE_CAPITAL',
  })
  list.element().closest('section')!.style.inlineSize = '716px'
  await expect.element(list.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  const cell = list.element().querySelector('td')!
  const cut = [...cell.querySelectorAll('*')].filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth)
  expect(cut.map((each) => each.textContent)).toEqual([])
  expect(list.element().scrollWidth).toBeLessThanOrEqual(list.element().clientWidth)
})

test('investors see the same list without the visibility column', async () => {
  await setup({}, { ...someone, role: 'INVESTOR' })
  expect(rows()).toEqual([['QuayNot specified', 'Commercial', '—', 'N/A', 'Active']])
  expect(list.getByRole('switch').elements()).toEqual([])
  expect(main.getByRole('link', { name: 'View all' }).elements()).toEqual([])
})

test('projects with something due come first, by their earliest date', async () => {
  const { store, quay } = await setup()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  const inDays = (days: number) =>
    new Date(Date.parse(`${today()}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  for (const days of [3, 20])
    store.put('investments', {
      projectId: quay.id,
      investorId: investor.id,
      amount: '100',
      status: 'ACTIVE',
      investmentDate: '2020-01-01',
      redemptionDate: inDays(days),
    })
  await expect.poll(() => rows().map(([name]) => name)).toEqual(['QuayIn 3 days Not specified', 'PierNot specified'])
})

test('a project in an investor’s list opens its page', async () => {
  const { quay, router } = await setup({}, { ...someone, role: 'INVESTOR' })
  await main.getByRole('button', { name: 'Quay' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/projects/${quay.id}`)
  await expect.element(main.getByRole('heading', { name: 'Quay', level: 1 })).toBeVisible()
})
