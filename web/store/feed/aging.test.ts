import { expect, it } from 'vitest'
import { Device, syncAgain, until, uuid7 } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const hour = 3_600_000
const day = 24 * hour

const activity = (title: string, at: string): [string, string, Record<string, unknown>] => [
  'activities',
  uuid7(title),
  { at, userId: null, action: 'create', entityType: 'projects', entityId: uuid7('Quay'), title },
]

/** The first of March: its 90 days begin on the first of December. */
async function setupActivities() {
  const device = new Device()
  device.server.write(project('Quay'), project('Pier'))
  device.server.write(activity('Gone', '2025-11-30T23:59:59.999Z'))
  device.server.write(activity('First', '2025-12-01T00:00:00.000Z'))
  device.server.write(activity('Later', '2026-02-28T12:00:00.000Z'))
  const store = await device.openSynced()
  return { device, server: device.server, store }
}

const titlesIn = (store: Awaited<ReturnType<Device['open']>>): string[] =>
  [...store.table('activities').all()].map(({ title }) => title!).sort()

it('FOLD7 a row that is not recent is hidden even if the server sends it', async () => {
  const { store } = await setupActivities()
  expect(titlesIn(store)).toEqual(['First', 'Later'])
  expect(store.table('activities').get(uuid7('Gone'))).toBeUndefined()
  expect(store.table('projects').size).toBe(2)
})

it('FOLD7 an aged row disappears without a network, and listeners are called', async () => {
  const { device, server, store } = await setupActivities()
  const view = store.view('activities', { sortBy: ({ at }) => at })
  await until(() => view.ready)
  server.fault(/./, { kind: 'drop' }, 1_000)
  device.clock.advance(16 * hour + 2 * 60_000)
  await until(() => titlesIn(store).join() === 'Later')
  await until(() => view.rows.length === 1)
  expect(view.rows.slice(0, 1)).toMatchObject([{ title: 'Later' }])
  view.close()
})

it('FOLD7 FOLD11 an aged row stays hidden after a restart, in another tab and after a late page', async () => {
  const { device, server, store } = await setupActivities()
  device.clock.advance(day)
  const other = await device.open()
  await until(() => titlesIn(store).join() === 'Later' && titlesIn(other).join() === 'Later')
  server.write(activity('First', '2025-12-01T00:00:00.000Z'), activity('Late', '2025-11-01T00:00:00.000Z'))
  await syncAgain(store)
  expect(titlesIn(store)).toEqual(['Later'])
  await Promise.all([store.close(), other.close()])
  const restarted = await device.openSynced()
  expect(titlesIn(restarted)).toEqual(['Later'])
})

it('FOLD7 FOLD4 an aged row is removed from the disk when its page is compacted', async () => {
  const { device, store } = await setupActivities()
  await until(() => titlesIn(store).length === 2)
  await store.close()
  device.clock.advance(day)
  const nextSession = await device.openSynced()
  expect(titlesIn(nextSession)).toEqual(['Later'])
  await nextSession.close()
  const texts = (await storedTexts(device)).join('\n')
  expect(texts).toContain('Later')
  expect(texts).not.toContain('First')
  const restarted = await device.open()
  expect(titlesIn(restarted)).toEqual(['Later'])
  expect(restarted.table('projects').size).toBe(2)
})

it('FOLD7 FOLD4 rows hidden by a clock that was ahead are not lost', async () => {
  const { device, server, store } = await setupActivities()
  await store.close()
  device.skewMs = 400 * day
  const clockAhead = await device.open()
  server.write(project('Quay', { description: 'new' }), project('Pier', { description: 'new' }))
  await device.advanceMinutes(clockAhead)
  await device.advanceMinutes(clockAhead)
  expect(titlesIn(clockAhead)).toEqual([])
  expect(await storedTexts(device), 'compacted').toHaveLength(2)
  device.skewMs = 0
  await device.advanceMinutes(clockAhead)
  await until(() => titlesIn(clockAhead).join() === 'First,Later')
  await clockAhead.close()
  const restarted = await device.open()
  expect(titlesIn(restarted)).toEqual(['First', 'Later'])
})

it('PULL13 PULL21 rows that a node with a clock ahead did not send are fetched later', async () => {
  const device = new Device()
  const { server } = device
  server.write(activity('Later', '2026-02-28T12:00:00.000Z'))
  server.write(project('Quay'))
  const all = server.shows
  server.shows = ({ entity }) => entity !== 'activities'
  server.now = () => device.clock.now() + 400 * day
  const store = await device.openSynced()
  server.shows = all
  server.now = device.clock.now
  await device.advanceMinutes(store)
  expect(titlesIn(store)).toEqual([])
  await device.advanceMinutes(store, 11)
  await until(() => titlesIn(store).join() === 'Later')
  await device.advanceMinutes(store, 11)
  await device.advanceMinutes(store, 11)
  expect(server.received.filter(({ query }) => query.get('after') === '0')).toHaveLength(2)
  expect(device.reported).toEqual([])
})
