import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { putShare } from '#web/test/put-share.ts'
import { chooseAction } from '#web/test/choose-action.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'

const main = page.getByRole('main')
const title = (name: string) => main.getByRole('heading', { level: 1, name })

async function setup(fields: object = {}) {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const project = store.put('projects', {
    name: 'Quay',
    type: 'COMMERCIAL',
    location: 'İzmir',
    description: 'A quay with twelve berths.',
    expectedIRR: '12.5',
    ...fields,
  })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const investment = store.put('investments', {
    projectId: project.id,
    investorId: own.id,
    amount: '1000',
    status: 'FUNDED',
    projectName: 'Quay',
  })
  putShare(store, { id: investment.id, investorId: own.id }, '1200')
  store.put('documents', { name: 'Quay in short', type: 'FACT_SHEET', projectId: project.id, url: '/files/1' })
  return { store, project, investment }
}

test('an investor sees the project’s facts, its fact sheets, and their own holding with its value', async () => {
  const { store, project } = await setup()
  await renderApp(store, `/projects/${project.id}`)
  await expect.element(title('Quay')).toBeVisible()
  await expect.element(main.getByText('A quay with twelve berths.')).toBeVisible()
  await expect.element(main.getByText('12.5%')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Quay in short' })).toHaveAttribute('href', '/files/1')
  const holding = main.getByRole('region', { name: 'Your holdings' }).first().getByRole('row').nth(1)
  await expect.element(holding.getByText('$1,200')).toBeVisible()
  await expect.element(holding.getByText('Valuation', { exact: true })).toBeVisible()
  expect(main.getByRole('button').elements()).toEqual([])
})

test('an investor sees the history of the project and its valuations, without names of people', async () => {
  const { store, project } = await setup()
  const value = store.put('valuations', { projectId: project.id, nav: '5000', valuationDate: '2026-03-01' })
  const other = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const act = (action: string, entityType: string, entityId: string, daysAgo: number) =>
    store.put('activities', {
      action,
      entityType,
      entityId,
      title: 'Quay',
      at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    })
  act('update', 'projects', project.id, 3)
  act('create', 'valuations', value.id, 2)
  act('update', 'projects', other.id, 1)
  await renderApp(store, `/projects/${project.id}`)
  const entries = main.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect
    .poll(() => entries.elements().map((each) => each.firstChild?.textContent))
    .toEqual(['Added valuation', 'Record updated'])
})

test('the list of projects is closed to investors', async () => {
  const { store } = await setup()
  await renderApp(store, '/projects')
  await expect.element(page.getByText('Access Denied')).toBeVisible()
})

test('investors reach the project from their investment', async () => {
  const { store, investment } = await setup()
  await renderApp(store, `/investments?dialog=details&record=${investment.id}`)
  await page.getByRole('button', { name: 'View project' }).click()
  await expect.element(title('Quay')).toBeVisible()
  await expect.element(main.getByRole('region', { name: 'Your holdings' }).first()).toBeVisible()
})

test('a hidden project leaves its name and the investor’s holding; one never visible leaves nothing', async () => {
  const { store, project } = await setup()
  store.drop('projects', project.id)
  const { goTo } = await renderApp(store, `/projects/${project.id}`)
  await expect.element(title('Quay')).toBeVisible()
  await expect.element(main.getByRole('note').filter({ hasText: 'currently hidden from investors' })).toBeVisible()
  await expect.element(main.getByText('$1,200')).toBeVisible()
  store.setStatus({ hasAllRows: false })
  await expect.element(main.getByText(/currently hidden from investors/)).not.toBeInTheDocument()
  store.setStatus({ hasAllRows: true })
  await goTo(`/projects/${store.newId()}`)
  await expect.element(main.getByText('Record not found')).toBeVisible()
  await main.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect.element(title('Portfolio Overview')).toBeVisible()
})

test('staff return to the list from the address of a missing project', async () => {
  const store = await openTestStore()
  const { router } = await renderApp(store, `/projects/${store.newId()}`)
  await expect.element(main.getByText('Record not found')).toBeVisible()
  await main.getByRole('link', { name: 'Back to the list' }).click()
  await expect.element(title('Projects')).toBeVisible()
  expect(router.latestLocation.href).toBe('/projects')
})

test('staff open a project in its list from an investment', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1000' })
  const { router } = await renderApp(store, `/investments?dialog=details&record=${investment.id}`)
  await chooseAction(page, 'View project')
  await expect.element(page.getByRole('dialog', { name: 'Project details' })).toBeVisible()
  expect(router.latestLocation.pathname).toBe('/projects')
})
