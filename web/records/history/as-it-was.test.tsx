import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const history = page.getByRole('region', { name: 'History' })
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const asItWasOn = (at: string) => history.getByLabelText('As it was on').fill(at.slice(0, 10))
const fact = (name: string) =>
  [...document.querySelectorAll('section[aria-label=History] dl > div')].find(
    (each) => each.querySelector('dt')?.textContent === name,
  )?.lastElementChild?.textContent

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', {
    name: 'Quay',
    type: 'COMMERCIAL',
    currency: 'USD',
    targetAmount: '3000000.00',
    location: 'Fes',
  })
  const recordChange = (days: number, changes: unknown, action = 'update') =>
    store.put('activities', {
      at: dayBefore(days),
      userId: someone.id,
      action,
      entityType: 'projects',
      entityId: project.id,
      title: 'Quay',
      changes,
    })
  recordChange(3, [['targetAmount', '2000000.00', '3000000.00']])
  recordChange(9, [['targetAmount', '1000000.00', '2000000.00']])
  await store.caughtUp()
  const open = () => renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id, tab: 'history' })
  return { store, project, recordChange, open }
}

test('a record is shown as it was on a day, offline, with what has changed since', async () => {
  const { store, project, open } = await setup()
  store.server.fault(/./, { kind: 'drop' }, 1_000)
  await store.update('projects', project, { location: 'Rabat' })
  await open()
  await asItWasOn(dayBefore(5))
  await expect.poll(() => fact('Target amount')).toBe('$2,000,000.00Now: $3,000,000.00')
  expect(fact('Location')).toBe('FesNow: Rabat')
  await asItWasOn(dayBefore(20))
  await expect.poll(() => fact('Target amount')).toBe('$1,000,000.00Now: $3,000,000.00')
})

test('before its creation there was no record', async () => {
  const { open } = await setup()
  await open()
  await asItWasOn('2025-06-29')
  await expect.element(history.getByText(/did not exist yet.*Jun 30, 2025/)).toBeVisible()
})

test('before the last 90 days the server knows the values, and without it the screen says so', async () => {
  const { store, open } = await setup()
  store.server.fault(/record-history/, { kind: 'drop' })
  store.server.call = ({ path }) =>
    path === '/api/record-history'
      ? {
          status: 200,
          body: [
            { id: store.newId(), at: dayBefore(200), action: 'update', changes: [['location', 'Tangier', 'Fes']] },
            { id: store.newId(), at: dayBefore(300), action: 'create', changes: [] },
          ],
        }
      : undefined
  await open()
  await asItWasOn(dayBefore(250))
  await expect.element(history.getByText('Available online only')).toBeVisible()
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => fact('Location')).toBe('TangierNow: Fes')
  expect(fact('Target amount')).toBe('$1,000,000.00Now: $3,000,000.00')
})

test('an older change without values is fetched from the server', async () => {
  const { store, recordChange, open } = await setup()
  recordChange(4, null)
  await store.caughtUp()
  store.server.call = ({ path }) =>
    path === '/api/record-history'
      ? {
          status: 200,
          body: [{ id: store.newId(), at: dayBefore(4), action: 'update', changes: [['location', 'Oran', 'Fes']] }],
        }
      : undefined
  await open()
  await asItWasOn(dayBefore(5))
  await expect.poll(() => fact('Location')).toBe('OranNow: Fes')
})
