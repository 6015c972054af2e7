import { describe, expect, it } from 'vitest'
import { Device, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import { otherScope, signedOut, tooOld, wipe } from '#web/store/test/refusals.ts'
import { investor, project } from '#web/store/test/rows.ts'
import type { Store } from '#web/store/base/contract.ts'

const feed = /\/feed$/
const names = (store: Store) => [...store.table('projects').all()].map(({ name }) => name).sort()

function setupProjects(count: number): Device {
  const device = new Device()
  for (let n = 0; n < count; n++) device.server.write(project(`Project ${n}`))
  return device
}

async function openProjects(count: number) {
  const device = setupProjects(count)
  return { device, store: await device.openSynced() }
}

describe('a pull', () => {
  it('reads pages until the end, each from the position of the last one', async () => {
    const device = setupProjects(7)
    device.server.rowsPerPage = 3
    const store = await device.openSynced()
    expect(store.table('projects').size).toBe(7)
    expect(device.server.requests(feed).map(({ query }) => query.get('after'))).toEqual(['0', '3', '6'])
  })

  it('LIVE11 reports the number of unsent changes and their age, which a push does not', async () => {
    const { device, store } = await openProjects(1)
    device.server.fault(/./, { kind: 'drop' }, 1)
    for (const name of ['Quay', 'Port']) await store.create('projects', { name, type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    device.server.received.length = 0
    device.skewMs = 90_000
    await syncAgain(store)
    const unsentIn = (path: RegExp) => device.server.requests(path).map(({ unsent }) => unsent)
    expect([unsentIn(feed)[0], unsentIn(feed).at(-1)]).toEqual(['2', '0'])
    expect(new Set(unsentIn(/changes$/))).toEqual(new Set([null]))
    const ages = device.server.requests(feed).map(({ unsentAge }) => unsentAge)
    expect([ages[0], ages.at(-1)]).toEqual(['90', null])
  })

  it('FOLD5 reports the progress of the first set and incomplete figures until its end', async () => {
    const device = setupProjects(4)
    device.server.rowsPerPage = 2
    device.server.fault(feed, { kind: 'response', status: 503 }, 0)
    const store = await device.open()
    const seen: unknown[] = []
    store.subscribeStatus(() => seen.push([store.status.hasAllRows, store.status.progress]))
    await synced(store)
    expect(seen).toContainEqual([false, { have: 2, total: 4 }])
    expect(seen.at(-1)).toEqual([true, null])
  })

  it('SEND6 keeps a local change visible until the last page, even if an earlier page has passed it', async () => {
    const device = setupProjects(1)
    const { server } = device
    let pages = Infinity
    const store = await device.open({
      fetch: (path, init) => {
        if (path.includes('/feed') && pages-- <= 0) return Promise.reject(new TypeError('Failed to fetch'))
        return server.fetch(path, init)
      },
    })
    await synced(store)
    const ownId = uuid7('Project 0')
    const shownName = () => store.table('projects').get(ownId)?.location
    pages = 0
    await store.update('projects', store.table('projects').get(ownId)!, { location: 'Izmir' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    server.write(project('Tower'))
    server.write(project('Project 0', { name: 'Renamed', location: 'Izmir' }))
    server.rowsPerPage = 1
    pages = 1
    store.syncNow()
    await until(() => store.table('projects').size === 2 && !store.status.syncing)
    expect([shownName(), store.outbox()[0]!.state]).toEqual(['Izmir', 'sent'])
    await store.close()
    const restarted = await device.open({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(restarted.table('projects').get(ownId)).toMatchObject({ name: 'Project 0', location: 'Izmir' })
    await restarted.close()
    const lastStore = await device.openSynced()
    expect(lastStore.table('projects').get(ownId)).toMatchObject({ name: 'Renamed', location: 'Izmir' })
    expect(lastStore.outbox()[0]!.state).toBe('settled')
  })

  it('SEND6 also settles a local change if the last page is empty', async () => {
    const device = setupProjects(1)
    const { server } = device
    const store = await device.openSynced()
    await store.create('projects', { name: 'Made', type: 'AGRICULTURE' })
    const respondWith = (rows: readonly unknown[], more: boolean) => ({
      kind: 'response' as const,
      status: 200,
      body: { epoch: 'epoch-1', scope: 'scope-1', from: 1, to: 2, more, total: null, durable: 0, rows },
    })
    server.fault(/feed$/, respondWith([['projects', uuid7('Other'), 2, project('Other')[2]]], true))
    await synced(store)
    expect(store.outbox()[0]!.state).toBe('settled')
  })

  it('removes deleted rows', async () => {
    const { device, store } = await openProjects(2)
    device.server.write(['projects', uuid7('Project 0'), null])
    store.syncNow()
    await until(() => store.table('projects').size === 1)
    expect(names(store)).toEqual(['Project 1'])
  })

  it('shows all rows offline after a restart and continues at its position', async () => {
    const device = setupProjects(3)
    const first = await device.openSynced()
    await first.close()
    device.server.received.length = 0
    device.server.fault(/./, { kind: 'drop' }, 1)
    const second = await device.open()
    expect(names(second)).toEqual(['Project 0', 'Project 1', 'Project 2'])
    expect(second.status.hasAllRows).toBe(true)
    expect(second.status.lastSync).not.toBeNull()
    await until(() => second.status.connection === 'offline')
    await syncAgain(second)
    expect(device.server.requests(feed).map(({ query }) => query.get('after'))).toEqual(['3', '3'])
  })

  it('resumes an interrupted first set', async () => {
    const device = setupProjects(6)
    device.server.rowsPerPage = 2
    const first = await device.open()
    await until(() => first.table('projects').size >= 2)
    device.server.fault(feed, { kind: 'drop' }, 99)
    await until(() => first.status.connection === 'offline')
    const sizeBefore = first.table('projects').size
    await first.close()
    device.server.clearFaults()
    device.server.received.length = 0
    const second = await device.open()
    expect(second.status.hasAllRows).toBe(false)
    expect(second.table('projects').size).toBeGreaterThan(0)
    await synced(second)
    expect(second.table('projects').size).toBe(6)
    expect(Number(device.server.requests(feed)[0]!.query.get('after'))).toBeGreaterThanOrEqual(sizeBefore - 2)
    expect(device.server.requests(feed)[0]!.query.get('after')).not.toBe('0')
  })

  it('discards a broken response and tries again', async () => {
    const device = setupProjects(3)
    device.server.fault(feed, { kind: 'truncate' })
    const store = await device.open()
    await until(() => store.status.connection === 'offline')
    expect(store.table('projects').size).toBe(0)
    device.clock.advance(2_000)
    await synced(store)
    expect(store.table('projects').size).toBe(3)
  })

  it('SEND3 waits longer after every failure and as long as the server requires', async () => {
    const device = setupProjects(1)
    device.server.fault(feed, { kind: 'drop' }, 2)
    const store = await device.open()
    await until(
      () => device.server.received.length === 1 && store.status.connection === 'offline' && !store.status.syncing,
    )
    device.clock.advance(749)
    expect(device.server.received).toHaveLength(1)
    device.clock.advance(1)
    await until(() => device.server.received.length === 2 && !store.status.syncing)
    device.server.fault(feed, { kind: 'response', status: 503, headers: { 'retry-after': '30' } })
    device.clock.advance(1_499)
    expect(device.server.received).toHaveLength(2)
    device.clock.advance(1)
    await until(() => device.server.received.length === 3 && !store.status.syncing)
    device.clock.advance(29_000)
    store.syncNow()
    expect(device.server.received).toHaveLength(3)
    device.clock.advance(1_000)
    await synced(store)
  })

  it('SEND10 pauses at a 401 without losing anything, and resumes after the same person has signed in', async () => {
    const { device, store } = await openProjects(1)
    device.server.fault(/./, signedOut('expired'), 99)
    await store.create('projects', { name: 'Made meanwhile', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'signed-out')
    const requestsBefore = device.server.received.length
    device.clock.advance(600_000)
    store.syncNow()
    await store.create('projects', { name: 'And this', type: 'AGRICULTURE' })
    expect(device.server.received).toHaveLength(requestsBefore)
    expect(store.status).toMatchObject({ connection: 'signed-out', waiting: 2, attention: 0 })
    device.server.clearFaults()
    store.resume()
    await synced(store)
    expect(device.server.rows.size).toBe(3)
  })

  it.each([
    [401, signedOut('expired')],
    [403, wipe],
  ])('SEND10 continues when a %i arrives late, after the same person has signed in', async (_, refusal) => {
    const { device, store } = await openProjects(1)
    const requestsBefore = device.server.received.length
    const { promise, resolve } = Promise.withResolvers<void>()
    device.server.gate = promise
    device.server.fault(/feed/, refusal, 1)
    store.syncNow()
    await until(() => device.server.received.length > requestsBefore)
    store.resume()
    resolve()
    await until(() => !store.status.syncing)
    await synced(store)
    expect(store.status.connection).toBe('online')
  })

  it('LIVE5 stops if this version is too old and keeps pending changes', async () => {
    const device = setupProjects(1)
    device.server.fault(/./, tooOld(2), 99)
    const store = await device.open()
    await until(() => store.status.connection === 'too-old')
    await store.create('projects', { name: 'Kept', type: 'AGRICULTURE' })
    device.clock.advance(600_000)
    expect(device.server.received).toHaveLength(1)
    expect(store.status.waiting).toBe(1)
  })

  it('follows a hint above its position once and ignores others', async () => {
    const { device, store } = await openProjects(1)
    const requestsBefore = device.server.received.length
    device.hints[0]!.send(1)
    device.clock.advance(100)
    expect(device.server.received).toHaveLength(requestsBefore)
    device.server.write(project('Later'))
    device.hints[0]!.send(2)
    device.clock.advance(50)
    await until(() => store.table('projects').size === 2)
    expect(device.server.received).toHaveLength(requestsBefore + 1)
  })

  it('reopens the stream after a refusal', async () => {
    const { device, store } = await openProjects(1)
    device.hints[0]!.fail()
    device.clock.advance(15_000)
    expect(device.hints).toHaveLength(2)
    await synced(store)
  })

  it('HINT2 polls without hints', async () => {
    const device = setupProjects(1)
    const store = await device.openSynced({ openHints: undefined })
    device.server.write(project('Unheard of'))
    device.clock.advance(60_000)
    await until(() => !store.status.syncing && store.table('projects').size === 2)
    expect(device.hints).toEqual([])
  })

  it('stores a single empty page for days without changes', async () => {
    const device = setupProjects(1)
    device.server.shows = ({ entity }) => entity === 'projects'
    const store = await device.openSynced()
    for (let day = 0; day < 5; day++) {
      device.server.write(investor(`Unseen ${day}`))
      store.syncNow()
      await until(() => device.server.requests(feed).length === day + 2 && !store.status.syncing)
    }
    expect(await pagesOnDisk(device)).toHaveLength(2)
    await store.close()
    await device.openSynced()
    expect(device.server.requests(feed).at(-1)!.query.get('after')).toBe('6')
  })

  it('reloads everything if the digest differs, at most once a day, and shows the old rows meanwhile', async () => {
    const { device, store } = await openProjects(3)
    device.server.lose('projects', uuid7('Project 1'))
    await syncAgain(store)
    expect(store.table('projects').size).toBe(3)
    device.clock.advance(25 * 3_600_000)
    await until(() => store.table('projects').size === 2)
    await synced(store)
    expect(device.server.requests(feed).filter(({ query }) => query.has('digest'))).toHaveLength(1)
    expect(device.reported).toEqual([new Error("The rows here differ from the server's: 3 of 2")])
  })
})

describe('another set', () => {
  it('FOLD3 is pulled while the shown one stays until it is complete', async () => {
    const { device, store } = await openProjects(6)
    device.server.rowsPerPage = 2
    device.server.scope = 'scope-2'
    device.server.shows = ({ id }) => id !== uuid7('Project 0')
    device.server.fault(feed, otherScope('epoch-1', 'scope-2'))
    const sizes = new Set<number>()
    store.table('projects').subscribe(() => sizes.add(store.table('projects').size))
    store.syncNow()
    await until(() => store.table('projects').size === 5)
    expect([...sizes]).toEqual([5])
    expect(store.status.hasAllRows).toBe(true)
    await store.close()
    const restarted = await device.open()
    expect(restarted.table('projects').size).toBe(5)
    expect(restarted.status.hasAllRows).toBe(true)
  })

  it('FOLD3 replaces the old one immediately if access was narrowed', async () => {
    const { device, store } = await openProjects(4)
    device.server.rowsPerPage = 1
    device.server.scope = 'scope-2'
    device.server.narrowed = true
    device.server.shows = ({ id }) => id === uuid7('Project 3')
    store.syncNow()
    await until(() => store.table('projects').size === 0)
    expect(store.status.hasAllRows).toBe(false)
    await synced(store)
    expect(names(store)).toEqual(['Project 3'])
  })

  it('replaces another one that was still loading', async () => {
    const { device, store } = await openProjects(6)
    device.server.rowsPerPage = 2
    device.server.scope = 'scope-2'
    store.syncNow()
    await until(() => device.server.requests(feed).filter(({ query }) => query.get('scope') === 'scope-2').length >= 2)
    device.server.scope = 'scope-3'
    device.server.shows = ({ id }) => id !== uuid7('Project 5')
    await until(() => store.table('projects').size === 5)
    await synced(store)
    expect(new Set((await pagesOnDisk(device)).map((id) => id.split('|')[3]))).toEqual(new Set(['scope-3']))
  })

  it('is not started if the server refuses the set that it names itself', async () => {
    const { device, store } = await openProjects(1)
    device.server.fault(feed, otherScope('epoch-1', 'scope-1', true), 1_000)
    const requestsBefore = device.server.received.length
    store.syncNow()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(device.server.received).toHaveLength(requestsBefore + 1)
    expect(store.table('projects').size).toBe(1)
  })

  it('FOLD3 FOLD10 keeps pending changes in every scope', async () => {
    const { device, store } = await openProjects(1)
    device.server.fault(/changes/, { kind: 'drop' }, 1)
    await store.create('projects', { name: 'Waiting', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    device.server.scope = 'scope-2'
    device.server.narrowed = true
    await syncAgain(store)
    expect(names(store)).toEqual(['Project 0', 'Waiting'])
  })
})

async function pagesOnDisk(device: Device): Promise<string[]> {
  const { openDatabase } = await import('#web/store/disk/database.ts')
  const { databaseNameOf } = await import('#web/store/disk/database-name.ts')
  const database = openDatabase(
    databaseNameOf(device.deps().identity, device.prefix),
    device.idb,
    `reader-${Math.random()}`,
  )
  const ids = await database.feed.ids()
  await database.close()
  return ids
}
