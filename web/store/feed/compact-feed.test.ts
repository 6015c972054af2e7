import { describe, expect, it } from 'vitest'
import { compactPages, pagesToCompact } from './compact-feed.ts'
import { FeedSet, type PageInfo } from './feed-set.ts'
import { packRows } from './packed-rows.ts'
import { Device, until, uuid7 } from '#web/store/test/device.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'
import { project } from '#web/store/test/rows.ts'

const page = (n: number, bytes: number, overrides: Partial<PageInfo> = {}): PageInfo => ({
  id: `p${n}`,
  from: n,
  to: n + 1,
  count: 10,
  bytes,
  dead: 0,
  ...overrides,
})
const pages = (count: number, bytes: number) => Array.from({ length: count }, (_, n) => page(n, bytes))

describe('the pages to compact', () => {
  it('are a run of many small pages', () => {
    expect(pagesToCompact(pages(63, 500))).toBeUndefined()
    expect(pagesToCompact(pages(64, 500))).toHaveLength(64)
  })

  it('are medium pages that together fill one page', () => {
    expect(pagesToCompact(pages(9, 100_000))).toBeUndefined()
    expect(pagesToCompact(pages(11, 100_000))).toHaveLength(10)
    expect(pagesToCompact(pages(30, 600_000))).toBeUndefined()
  })

  it('are a page of which a third is superseded', () => {
    expect(pagesToCompact([page(0, 900_000, { dead: 3 })])).toBeUndefined()
    expect(pagesToCompact([page(0, 900_000, { dead: 4 })])).toHaveLength(1)
  })
})

it('FOLD4 a compacted page ends at the highest number of its parts', async () => {
  const head = (from: number, to: number) => ({
    generation: 1,
    epoch: 'e',
    scope: 's',
    from,
    to,
    settled: to,
    mark: `m${to}`,
  })
  const documents = [head(0, 22), head(9, 11)].map((each) => ({
    id: `p${each.from}`,
    head: JSON.stringify(each),
    rows: packRows([]),
  }))
  const written: unknown[] = []
  const pages = {
    read: async () => documents,
    exchange: async (...[, , made]: unknown[]) => (written.push(made), page(0, 1)),
  }
  const set = new FeedSet({ generation: 1, epoch: 'e', scope: 's' })
  await compactPages(pages, set, [page(0, 1), page(9, 1)], 'x')
  expect(written).toMatchObject([{ from: 0, to: 22, settled: 22, mark: 'm22' }])
})

async function setupManyPages(before = 3) {
  const device = new Device()
  const { server } = device
  for (let n = 0; n < before; n++) server.write(project(`Project ${n}`))
  const store = await device.openSynced()
  for (let n = 0; n < 70; n++) {
    server.write(project(`Project ${n % 5}`, { location: `Place ${n}` }))
    if (n === 40) server.write(['projects', uuid7('Project 4'), null])
    if (n === 41) server.write(project('Gone', { location: 'canary' }))
    if (n === 42) server.write(['projects', uuid7('Gone'), null])
    const requestsBefore = server.received.length
    store.syncNow()
    await until(() => server.received.length > requestsBefore && !store.status.syncing)
  }
  return { device, store, server }
}

const sortedRows = (rows: Iterable<{ readonly id: string }>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

describe('compaction', () => {
  it('FOLD4 leaves few pages and the same rows after a restart', async () => {
    const { device, store } = await setupManyPages()
    const before = sortedRows(store.table('projects').all())
    expect((await storedTexts(device)).length).toBeGreaterThan(64)
    device.clock.advance(60_000)
    await until(() => !store.status.syncing)
    await until(() => store.status.lastSync === device.clock.now())
    const texts = await storedTexts(device)
    expect(texts.length).toBeLessThan(10)
    await store.close()
    const restarted = await device.open()
    expect(sortedRows(restarted.table('projects').all())).toEqual(before)
    expect(restarted.status.hasAllRows).toBe(true)
  })

  it('leaves no superseded row on the disk, not even in tombstones', async () => {
    const { device, store } = await setupManyPages()
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    const diskTexts = (await storedTexts(device)).join()
    expect(diskTexts).not.toContain('canary')
    expect(diskTexts).not.toContain('Place 3"')
    expect(diskTexts).toContain('Place 69')
  })

  it('keeps the tombstone of a row that a lower page still contains', async () => {
    const { device, store, server } = await setupManyPages(200)
    server.write(['projects', uuid7('Project 50'), null])
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    expect((await storedTexts(device)).length).toBeLessThan(10)
    expect((await storedTexts(device)).join()).toContain('Project 50')
    await store.close()
    device.server.fault(/./, { kind: 'drop' }, 99)
    const restarted = await device.open()
    expect(restarted.table('projects').get(uuid7('Project 50'))).toBeUndefined()
    expect(restarted.table('projects').size).toBe(199)
  })

  it('FOLD4 is picked up by other tabs', async () => {
    const { device, store, server } = await setupManyPages()
    const second = await device.open()
    await until(() => second.status.connection === 'online')
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    await store.close()
    server.shows = ({ id }) => id !== uuid7('Unseen')
    for (const name of ['Unseen', 'Unseen', 'Seen']) {
      const requestsBefore = server.received.length
      server.write(project(name))
      second.syncNow()
      await until(() => server.received.length > requestsBefore && !second.status.syncing)
    }
    const before = sortedRows(second.table('projects').all())
    expect(second.table('projects').get(uuid7('Seen'))?.name).toBe('Seen')
    await second.close()
    const restarted = await device.open()
    expect(sortedRows(restarted.table('projects').all())).toEqual(before)
    expect(device.reported).toEqual([])
  })

  it('continues with rows that arrive afterwards', async () => {
    const { device, store, server } = await setupManyPages()
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    server.write(project('Project 0', { location: 'After' }), ['projects', uuid7('Project 1'), null])
    store.syncNow()
    await until(() => store.table('projects').get(uuid7('Project 0'))?.location === 'After')
    const before = sortedRows(store.table('projects').all())
    await store.close()
    const restarted = await device.open()
    expect(sortedRows(restarted.table('projects').all())).toEqual(before)
  })
})
