import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { personName } from '#web/ui/format/person-name.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { RecentActivity } from './recent-activity.tsx'

test('lists waiting changes, then the latest activities, newest first', async () => {
  const store = await openTestStore()
  const done = { action: 'create', entityType: 'projects', entityId: store.newId() }
  // Devices drop activities older than 90 days.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  store.put('activities', { ...done, at: daysAgo(2), title: 'Harbour' })
  store.put('activities', { ...done, at: daysAgo(1), entityType: 'valuations', title: null })
  await render(store, <RecentActivity />)
  const items = page.getByRole('listitem')
  await expect.element(items.nth(1)).toBeVisible()
  expect(items.nth(1).element().textContent).toMatch(/^Created project: Harbour/)
  expect(items.elements()).toHaveLength(2)
  await store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await expect.element(items.nth(2)).toBeVisible()
  const first = items.nth(0).element()
  expect(first.textContent).toMatch(/^Created project: Quay/)
  expect(first.querySelector('[aria-label="Unsent changes"]')).not.toBeNull()
  expect(items.elements()).toHaveLength(3)
  expect((await store.create('userPreferences', { userId: store.identity.id })).ok).toBe(true)
  await store.create('projects', { name: 'Pier', type: 'COMMERCIAL' })
  await expect.element(page.getByText('Pier')).toBeVisible()
  expect(items.elements()).toHaveLength(4)
})

test('does not announce what no screen shows yet', async () => {
  const store = await openTestStore()
  const at = new Date().toISOString()
  for (const entityType of ['opportunities', 'deals', 'investorConnections', 'documentSignatures', 'projects'])
    store.put('activities', { action: 'create', entityType, entityId: store.newId(), at, title: 'Harbour' })
  await render(store, <RecentActivity />)
  const items = page.getByRole('listitem')
  await expect.element(items.first()).toBeVisible()
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Created project: /)])
})

test('a new firm sees that nothing has been done yet', async () => {
  await render(await openTestStore(), <RecentActivity />)
  await expect.element(page.getByText('No activity yet')).toBeVisible()
})

test('while rows are missing on the device, the card does not claim that there was no activity', async () => {
  const store = await openTestStore()
  await render(store, <RecentActivity />)
  await expect.element(page.getByText('No activity yet')).toBeVisible()
  store.setStatus({ hasAllRows: false })
  await expect.element(page.getByText('No activity yet')).not.toBeInTheDocument()
})

const items = page.getByRole('listitem')
const texts = () => items.elements().map((each) => each.querySelector('span')?.textContent)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('describes each kind of activity in words, and unknown kinds of newer versions in general words', async () => {
  const store = await openTestStore()
  const activities = [
    ['update', 'projects', 'Quay'],
    ['delete', 'investors', 'Elif'],
    ['restore', 'valuations', null],
    ['import', 'projects', null],
    ['bless', 'covenants', 'Ratio'],
  ] as const
  for (const [n, [action, entityType, title]] of activities.entries())
    store.put('activities', { action, entityType, entityId: store.newId(), title, at: minutesAgo(n + 1) })
  await render(store, <RecentActivity />)
  await expect
    .poll(texts)
    .toEqual([
      'Updated project: Quay',
      'Deleted investor: Elif',
      'Restored valuation',
      'Imported projects from a file',
      'Updated record: Ratio',
    ])
  const times = items.elements().map((each) => each.querySelector('time')?.dateTime ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
})

test('shows the newest eight, waiting ones included; a sent change loses its mark', async () => {
  const store = await openTestStore()
  for (let n = 1; n <= 9; n++)
    store.put('activities', {
      action: 'create',
      entityType: 'projects',
      entityId: store.newId(),
      title: `Pier ${n}`,
      at: minutesAgo(n),
    })
  await render(store, <RecentActivity />)
  await expect.poll(texts).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Created project: Pier ${n}`))
  const made = await store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await expect.poll(() => [texts()[0], texts().length]).toEqual(['Created project: Quay', 8])
  expect(texts().at(-1)).toBe('Created project: Pier 7')
  await store.decided()
  await expect.poll(() => texts()[0]).toBe('Created project: Pier 1')
  expect([made.ok, document.querySelectorAll('[data-badge]').length]).toEqual([true, 0])
})

test('a waiting delete names the record that has left the screen; so does undoing it', async () => {
  const store = await openTestStore()
  const elif = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  await store.caughtUp()
  await store.remove('investors', elif)
  await render(store, <RecentActivity />)
  await expect.poll(texts).toEqual(['Deleted investor: Elif Öztürk'])
  await store.commit([{ op: 'restore', entity: 'investors', id: elif.id }])
  await expect.poll(texts).toEqual(['Restored investor: Elif Öztürk', 'Deleted investor: Elif Öztürk'])
})

test('each line names the person, and links to the record while it exists', async () => {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const act = (entityId: string, title: string, by: object, minutes: number) =>
    store.put('activities', {
      action: 'update',
      entityType: 'projects',
      entityId,
      title,
      ...by,
      at: minutesAgo(minutes),
    })
  act(quay.id, 'Quay', { userId: store.newId(), by: 'Bo Lind' }, 1)
  act(store.newId(), 'Gone', { userId: store.identity.id, by: 'Old Name' }, 2)
  const { router } = await renderApp(store)
  const activity = page.getByRole('region', { name: 'Recent activity' })
  const lines = activity.getByRole('listitem')
  await expect.element(lines.nth(0).getByText('Updated project: Quay')).toBeVisible()
  await expect.element(lines.nth(0).getByText('Bo Lind')).toBeVisible()
  await expect.element(lines.nth(1).getByText(personName(store.identity))).toBeVisible()
  const links = activity.getByRole('link')
  expect(textsOf(links)).toEqual(['Updated project: Quay'])
  await links.click()
  await expect.poll(() => router.state.location.search).toMatchObject({ dialog: 'details', record: quay.id })
})
