import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const main = page.getByRole('main')
const regionOf = (name: string) => main.getByRole('region', { name, exact: true })
const actions = regionOf('Quick actions')
const list = main.getByRole('table')
const card = (name: string) => regionOf(name).first()
const linksIn = (where: typeof main) =>
  where
    .getByRole('link')
    .elements()
    .map((each) => [each.textContent, each.getAttribute('href')])

async function setup(role: 'ADMIN' | 'INVESTOR') {
  const store = await openTestStore({ ...someone, role })
  const project = (name: string, overrides: Readonly<Record<string, unknown>>) =>
    store.put('projects', { name, type: 'COMMERCIAL', isVisibleToInvestors: true, ...overrides })
  const quay = project('Quay', { targetAmount: '1000000', expectedIRR: '12' })
  const mill = project('Old mill', { status: 'EXITED', actualIRR: '30' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const invest = ({ id }: AnyRow, amount: string, status: string, currency = 'USD') =>
    store.put('investments', { projectId: id, investorId: investor.id, amount, status, currency })
  invest(quay, '250000', 'ACTIVE')
  invest(quay, '50000', 'COMMITTED')
  invest(mill, '70000', 'EXITED')
  return { store, project, invest, quay, ...(await renderApp(store)) }
}

test('staff see the firm’s figures, their sources, and what a total leaves out', async () => {
  const { store, invest, quay } = await setup('ADMIN')
  await expect
    .element(card('Total AUM'))
    .toHaveTextContent('Total AUM$300.0K0.0% over 12 monthsActive$250.0KCommitted$50.0KExited (excluded)$70.0K')
  await expect.element(card('Active projects')).toHaveTextContent('Active projects1+0 this monthActive1Growth0Mature0')
  await expect
    .element(card('Total investors'))
    .toHaveTextContent('Total investors1+0 this quarterInvested1Not yet invested0KYC approved0')
  await expect.element(card('Average IRR')).toHaveTextContent('Average IRR12.0%—Highest12.0%Lowest12.0%')
  expect(['Total AUM', 'Active projects', 'Total investors'].map((name) => linksIn(card(name))[0]?.[1])).toEqual([
    '/investments?status=FUNDED%2CCOMMITTED',
    '/projects?status=ACTIVE%2CGROWTH%2CMATURE',
    '/investors',
  ])
  invest(quay, '5', 'ACTIVE', 'TRY')
  await expect
    .element(card('Total AUM').getByRole('note'))
    .toHaveTextContent('Incomplete total: no exchange rate for Quay (TRY)')
  store.setStatus({ hasAllRows: false })
  await expect.element(card('Total AUM')).toHaveTextContent('Total AUM')
})

test('lists five projects: those with something due, then the newest, without exited ones; a switch hides its project immediately', async () => {
  const { store, project, quay } = await setup('ADMIN')
  await expect.element(list.getByText('Quay')).toBeVisible()
  expect(list.getByText('Old mill').elements()).toEqual([])
  await list.getByRole('switch').click()
  await expect.poll(() => store.table('projects').get(quay.id)?.isVisibleToInvestors).toBe(false)
  for (const n of [1, 2, 3, 4, 5]) {
    const { id } = project(`Pier ${n}`, {})
    store.server.write(['projects', id, { ...store.server.row('projects', id), createdAt: `2026-01-0${n}T00:00:00Z` }])
  }
  await store.caughtUp()
  await expect.element(list.getByText('Pier 5')).toBeVisible()
  const names = () =>
    list
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /Pier \d|Quay/.exec(row.textContent)?.[0])
  await expect.poll(names).toEqual(['Quay', 'Pier 5', 'Pier 4', 'Pier 3', 'Pier 2'])
})

test('staff create a project from the one tile for it; the form opens on the projects screen', async () => {
  await setup('ADMIN')
  await expect.element(actions).toBeVisible()
  expect(linksIn(actions)).toEqual([
    ['Create project', '/projects?dialog=create'],
    ['Add investor', '/investors?dialog=create'],
    ['Upload documents', '/documents?dialog=create'],
  ])
  await main.getByRole('link', { name: 'Create project' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
})

test('investors see their own figures and tiles, without links to screens closed to them and without switches', async () => {
  await setup('INVESTOR')
  await expect.element(card('My investments')).toHaveTextContent('My investments3Active1Committed1Exited1')
  expect(regionOf('Total investors').elements()).toEqual([])
  await expect.element(list.getByText('Quay')).toBeVisible()
  expect(list.getByRole('switch').elements()).toEqual([])
  expect(linksIn(actions)).toEqual([
    ['View investments', '/investments'],
    ['Upload documents', '/documents?dialog=create'],
  ])
  const targets = linksIn(main).flatMap(([, href]) => (href && !href.includes('record=') ? [href] : []))
  expect([...new Set(targets)].toSorted()).toEqual([
    '/calendar',
    '/documents?dialog=create',
    '/investments',
    '/investments?status=ACTIVE&state=OVERDUE%2CTHIS_WEEK%2CLATER',
    '/investments?status=COMMITTED&state=OVERDUE%2CTHIS_WEEK%2CLATER',
    '/investments?status=FUNDED%2CCOMMITTED',
  ])
})

test('greets the person by name, in the direction of the name', async () => {
  await renderApp(await openTestStore({ ...someone, firstName: '500 Ada' }))
  await expect.element(main.getByText('Good to see you, 500 Ada.')).toBeVisible()
  expect(main.getByText('500 Ada', { exact: true }).element().getAttribute('dir')).toBe('auto')
})

test('does not greet a person without a first name', async () => {
  await renderApp(await openTestStore({ ...someone, firstName: null }))
  await expect.element(actions).toBeVisible()
  expect(main.getByText(/Good to see you/).elements()).toEqual([])
})

test('what needs attention is first, then the cards; the market is last', async () => {
  const { container } = await setup('ADMIN')
  await expect.element(regionOf('Market')).toBeVisible()
  const sections = [...container.querySelectorAll('main section[aria-label]:not(section section)')]
  const names = sections.map((each) => each.getAttribute('aria-label'))
  expect(names.slice(0, 2)).toEqual(['Needs your attention', 'Total AUM'])
  expect(names.at(-1)).toBe('Market')
})

test('the market widget of the dashboard has its five symbols', async () => {
  await renderApp(await openTestStore())
  const market = regionOf('Market')
  await expect.element(market.getByText('BTC-USD')).toBeVisible()
  const symbols = market
    .getByRole('listitem')
    .elements()
    .map((each) => each.querySelector('bdi')?.textContent)
  expect(symbols).toEqual(['BTC-USD', 'ETH-USD', 'AAPL', 'USD-AED', 'USD-TRY'])
})

test('the market is folded, even after the dashboard was left', async () => {
  localStorage.clear()
  const { router } = await renderApp(await openTestStore())
  const fold = main.getByRole('button', { name: 'Market' })
  await expect.element(regionOf('Market').getByText('BTC-USD')).toBeVisible()
  await fold.click()
  await router.navigate({ to: '/settings' })
  await router.navigate({ to: '/' })
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  expect(main.getByText('BTC-USD').elements()).toEqual([])
  await fold.click()
  await expect.element(main.getByText('BTC-USD')).toBeVisible()
})
