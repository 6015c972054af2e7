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

it('FOLD7 a row that is not recent is not shown even if the server sends it', async () => {
  const { store } = await setupActivities()
  expect(titlesIn(store)).toEqual(['First', 'Later'])
  expect(store.table('activities').get(uuid7('Gone'))).toBeUndefined()
  expect(store.table('projects').size).toBe(2)
})

it('FOLD7 an aged row leaves without a network, and listeners are called', async () => {
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

it('FOLD7 FOLD11 neither a restart, another tab nor a late page brings an aged row back', async () => {
  const { device, server, store } = await setupActivities()
  device.clock.advance(day)
  const other = await device.open()
  await until(() => titlesIn(store).join() === 'Later' && titlesIn(other).join() === 'Later')
  server.write(activity('First', '2025-12-01T00:00:00.000Z'), activity('Late', '2025-11-01T00:00:00.000Z'))
  await syncAgain(store)
  expect(titlesIn(store)).toEqual(['Later'])
  await Promise.all([store.close(), other.close()])
  const again = await device.openSynced()
  expect(titlesIn(again)).toEqual(['Later'])
})

it('FOLD7 FOLD4 an aged row leaves the disk when its page is compacted, and stays away', async () => {
  const { device, store } = await setupActivities()
  await until(() => titlesIn(store).length === 2)
  await store.close()
  device.clock.advance(day)
  const next = await device.openSynced()
  expect(titlesIn(next)).toEqual(['Later'])
  await next.close()
  const texts = (await storedTexts(device)).join('\n')
  expect(texts).toContain('Later')
  expect(texts).not.toContain('First')
  const again = await device.open()
  expect(titlesIn(again)).toEqual(['Later'])
  expect(again.table('projects').size).toBe(2)
})

it('FOLD7 FOLD4 a clock that was ahead has hidden rows, and none of them is gone', async () => {
  const { device, server, store } = await setupActivities()
  await store.close()
  device.skewMs = 400 * day
  const ahead = await device.open()
  server.write(project('Quay', { description: 'new' }), project('Pier', { description: 'new' }))
  await device.passes(ahead)
  await device.passes(ahead)
  expect(titlesIn(ahead)).toEqual([])
  expect(await storedTexts(device), 'compacted').toHaveLength(2)
  device.skewMs = 0
  await device.passes(ahead)
  await until(() => titlesIn(ahead).join() === 'First,Later')
  await ahead.close()
  const again = await device.open()
  expect(titlesIn(again)).toEqual(['First', 'Later'])
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
  await device.passes(store)
  expect(titlesIn(store)).toEqual([])
  await device.passes(store, 11)
  await until(() => titlesIn(store).join() === 'Later')
  await device.passes(store, 11)
  await device.passes(store, 11)
  expect(server.asked.filter(({ query }) => query.get('after') === '0')).toHaveLength(2)
  expect(device.reported).toEqual([])
})
