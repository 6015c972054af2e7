import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { Device, goOnline, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import { otherEpoch, otherScope } from '#web/store/test/refusals.ts'
import { investor, project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'

const changes = /\/changes$/
const feed = /\/feed$/
const harbour = uuid7('Harbour')
const minute = 60_000

const names = (store: Store) => [...store.table('projects').all()].map(({ name }) => name).sort()
const make = (store: Store, name: string) => store.create('projects', { name, type: 'AGRICULTURE' })

async function syncAndWait(store: Store) {
  store.syncNow()
  await until(() => store.status.syncing)
  await synced(store)
}

async function rename(store: Store, name: string, overrides: Record<string, string> = {}) {
  const made = await store.update('projects', store.table('projects').get(harbour)!, { name, ...overrides })
  return made.ok ? made.changeId : ''
}

const sent = ({ server }: Device) => server.requests(changes).flatMap(({ body }) => body!.changes)
const checkpointOf = (query: URLSearchParams) => query.getAll('known').at(-1) ?? null

describe('the received checkpoint', () => {
  it('HIST3 sends the highest checkpoint from a head or a verdict, to feed and changes, even after a restart', async () => {
    const { device, store, server } = await setupStore()
    await make(store, 'Mine')
    await synced(store)
    const [first, second] = server.requests(feed)
    expect(checkpointOf(first!.query)).toBeNull()
    expect(server.requests(changes)[0]!.body!.known).toEqual({ number: 1, mark: server.markOf(1) })
    expect(checkpointOf(second!.query)).toBe(`2:${server.markOf(2)}`)
    await store.close()
    server.received.length = 0
    await device.openSynced()
    expect(checkpointOf(server.received[0]!.query)).toBe(`2:${server.markOf(2)}`)
  })

  it('HIST3 sends a verdict’s checkpoint before its rows arrive, even after a restart', async () => {
    const { device, store, server } = await setupStore()
    server.fault(feed, { kind: 'drop' }, 99)
    await make(store, 'Mine')
    await until(() => server.number === 2 && store.status.connection === 'offline' && !store.status.syncing)
    await store.close()
    server.received.length = 0
    const again = await device.open()
    await until(() => server.received.length > 0)
    expect(checkpointOf(server.received[0]!.query)).toBe(`2:${server.markOf(2)}`)
    expect(again.status.waiting).toBe(1)
  })

  it('HIST3 a verdict of the new history does not hide that the rows belong to the old one', async () => {
    const { store, server } = await setupStore()
    const putBack = server.takeBackup()
    const late = Promise.withResolvers<void>()
    server.fault(changes, { kind: 'late', what: 'request', until: late.promise })
    await make(store, 'Mine')
    server.write(project('Lost'))
    store.syncNow()
    await until(() => names(store).includes('Lost'))
    putBack()
    server.write(project('New'))
    late.resolve()
    await until(() => names(store).join() === 'Harbour,Mine,New' && !store.status.syncing)
    expect(store.outbox().map(({ state }) => state)).toEqual(['settled'])
  })

  it('HIST3 HIST14 a page of the old history does not hide behind a verdict of the new one', async () => {
    const { store, server } = await setupStore()
    const putBack = server.takeBackup()
    const late = Promise.withResolvers<void>()
    server.write(project('Lost'))
    server.fault(feed, { kind: 'late', what: 'response', until: late.promise })
    store.syncNow()
    await until(() => server.requests(feed).length > 1)
    putBack()
    server.write(project('New'))
    await make(store, 'Mine')
    await until(() => store.outbox()[0]?.verdict !== null)
    late.resolve()
    await until(() => names(store).join() === 'Harbour,Mine,New' && !store.status.syncing)
    expect(store.outbox().map(({ state }) => state)).toEqual(['settled'])
  })

  it('HIST3 HIST20 is still sent when its set is gone because access was narrowed', async () => {
    const { device, store, server } = await setupStore()
    const known = `1:${server.markOf(1)}`
    server.scope = 'scope-2'
    server.narrowed = true
    server.fault(feed, otherScope('epoch-1', 'scope-2', true))
    server.fault(feed, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(checkpointOf(server.received.at(-1)!.query)).toBe(known)
    await store.close()
    const again = await device.open()
    await until(() => again.status.connection === 'offline')
    expect(checkpointOf(server.received.at(-1)!.query)).toBe(known)
  })

  it('HIST10 is stored with a head whose checkpoint hash is unknown here, even when nothing else is new', async () => {
    const device = new Device()
    const { server } = device
    server.write(project('Harbour'))
    const page = (await (await server.fetch('/api/sync/feed?after=0', {})).json()) as Record<string, unknown>
    server.fault(feed, { kind: 'response', status: 200, body: { ...page, mark: undefined } })
    const store = await device.openSynced()
    await syncAndWait(store)
    expect(checkpointOf(server.received.at(-1)!.query)).toBeNull()
    await store.close()
    await device.openSynced()
    expect(checkpointOf(server.received.at(-1)!.query)).toBe(`1:${server.markOf(1)}`)
  })

  it('HIST10 HIST19 makes the device pull immediately when a hint is below it', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await make(store, 'Lost')
    await synced(store)
    before()
    server.received.length = 0
    device.hints[0]!.send(1)
    await until(() => server.received.length > 0)
    await synced(store)
    expect(
      server.row('projects', [...store.table('projects').all()].find(({ name }) => name === 'Lost')!.id),
    ).toBeTruthy()
  })
})

describe('a new epoch', () => {
  it('HIST5 is followed although its epoch has the same id, after a copy of the data was restored', async () => {
    const { device, store, server } = await setupStore()
    await make(store, 'Kept')
    await synced(store)
    const before = server.takeBackup()
    const lost = await make(store, 'Lost')
    await synced(store)
    const was = { epoch: 'epoch-1', number: 3, mark: server.markOf(3) }
    before()
    // Another user has written since: the counter alone proves nothing.
    server.write(project('Harbour', { name: 'Theirs' }))
    server.write(project('Theirs'))
    server.received.length = 0
    await syncAndWait(store)
    expect(sent(device).find(({ id }) => lost.ok && id === lost.changeId)!.was).toEqual(was)
    expect(names(store)).toEqual(['Kept', 'Lost', 'Theirs', 'Theirs'])
    expect(store.outbox().map(({ state }) => state)).toEqual(['settled', 'settled'])
    expect(device.reported).toEqual([])
  })

  it('HIST5 is detected by a push, before anything is judged', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await make(store, 'Lost')
    await synced(store)
    before()
    server.write(project('Theirs'))
    server.received.length = 0
    await make(store, 'New')
    await synced(store)
    expect(server.received[0]!.path).toMatch(changes)
    expect(names(store)).toEqual(['Harbour', 'Lost', 'New', 'Theirs'])
    const again = sent(device).filter(({ was }) => was)
    expect(again).toHaveLength(1)
  })

  it('HIST5 HIST16 keeps resent changes on the screen until they are settled', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await make(store, 'Lost')
    await rename(store, 'Renamed')
    await synced(store)
    before()
    server.fault(changes, { kind: 'drop' }, 99)
    const shown = new Set<string>()
    store.table('projects').subscribe(() => shown.add(names(store).join()))
    store.syncNow()
    await until(() => server.requests(feed).at(-1)!.query.get('after') === '0' && !store.status.syncing)
    expect(names(store)).toEqual(['Lost', 'Renamed'])
    expect(store.status).toMatchObject({ waiting: 2, attention: 0 })
    await store.close()
    const again = await device.open()
    expect(names(again)).toEqual(['Lost', 'Renamed'])
    goOnline(server, again)
    await synced(again)
    expect([...shown]).toEqual(['Lost,Renamed'])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Renamed' })
  })

  it('HIST5 does not lay changes that are sent again over old rows that contain them', async () => {
    const { store, server } = await setupStore()
    const before = server.takeBackup()
    await rename(store, 'Mine')
    await synced(store)
    server.write(project('Harbour', { name: 'Newer' }))
    await syncAndWait(store)
    before()
    server.fault(feed, otherEpoch('epoch-1', 'scope-1'))
    server.fault(feed, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => server.row('projects', harbour)?.['name'] === 'Mine' && !store.status.syncing)
    expect(store.outbox()[0]!.state).toBe('sent')
    expect(names(store)).toEqual(['Newer'])
    server.clearFaults()
    await syncAndWait(store)
    expect(names(store)).toEqual(['Mine'])
  })

  it('HIST5 begins again after a crash before the new epoch’s first page', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await make(store, 'Lost')
    await synced(store)
    before()
    server.fault(feed, otherEpoch('epoch-1', 'scope-1'))
    server.fault(/./, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => store.status.waiting === 1 && store.status.connection === 'offline' && !store.status.syncing)
    await store.close()
    server.clearFaults()
    server.write(project('Theirs'))
    server.write(project('Theirs too'))
    server.received.length = 0
    const again = await device.openSynced()
    expect(server.received[0]!.query.get('after')).toBe('0')
    expect(names(again)).toEqual(['Harbour', 'Lost', 'Theirs', 'Theirs too'])
  })

  it('HIST5 HIST17 marks unsent changes from before it, and those that build on them, and no later ones', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await make(store, 'Lost')
    await synced(store)
    server.fault(/./, { kind: 'drop' }, 99)
    const waiting = await make(store, 'Waiting')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    before()
    server.clearFaults()
    server.fault(changes, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => server.requests(feed).at(-1)!.query.get('after') === '0' && !store.status.syncing)
    await store.update('projects', store.table('projects').get(waiting.ok ? waiting.id : '')!, { location: 'Izmir' })
    await make(store, 'Later')
    server.clearFaults()
    server.received.length = 0
    await syncAgain(store)
    expect(sent(device).map(({ was, behind }) => [was !== undefined, behind])).toEqual([
      [true, undefined],
      [false, true],
      [false, true],
      [false, undefined],
    ])
  })

  it('HIST6 waits one minute, then two, when new epochs follow within ten minutes, and reports it', async () => {
    const { device, store, server } = await setupStore()
    const begins: number[] = []
    const startsOver = async () => {
      server.restore(server.number)
      server.received.length = 0
      store.syncNow()
      await until(() => server.received.length > 0 && !store.status.syncing)
      begins.push(server.received.filter(({ query }) => query.get('after') === '0').length)
    }
    await startsOver()
    await startsOver()
    expect(begins).toEqual([1, 0])
    expect(device.reported).toEqual([new Error("The server's history began anew 2 times within minutes")])
    expect(store.status).toMatchObject({ connection: 'online', unsteady: true })
    store.syncNow()
    device.clock.advance(minute - 1)
    expect(server.received).toHaveLength(1)
    device.clock.advance(1)
    await synced(store)
    expect(store.status).toMatchObject({ connection: 'online', unsteady: false })
    await startsOver()
    expect(begins).toEqual([1, 0, 0])
    device.clock.advance(2 * minute - 1)
    expect(server.received).toHaveLength(1)
    device.clock.advance(1)
    await synced(store)
    device.clock.advance(11 * minute)
    await synced(store)
    await startsOver()
    expect(begins).toEqual([1, 0, 0, 1])
  })

  it('HIST6 shows why it waits while it has changes to send', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    server.write(project('Lost'))
    await syncAndWait(store)
    before()
    await syncAndWait(store)
    server.write(project('Lost again'))
    await syncAndWait(store)
    before()
    store.syncNow()
    await until(() => store.status.unsteady && !store.status.syncing)
    await make(store, 'Mine')
    await until(() => server.requests(changes).length > 0 && !store.status.syncing)
    expect(store.status).toMatchObject({ connection: 'online', unsteady: true, waiting: 1 })
    device.clock.advance(minute)
    await synced(store)
    expect(names(store)).toEqual(['Harbour', 'Mine'])
  })

  it('FOLD3 FOLD8 hides rows without access immediately, even while it waits', async () => {
    const { device, store, server } = await setupStore()
    const other = await device.open()
    server.restore(server.number)
    await syncAndWait(store)
    server.restore(server.number)
    server.scope = 'scope-2'
    server.narrowed = true
    server.shows = () => false
    store.syncNow()
    await until(() => names(store).length === 0 && names(other).length === 0 && !store.status.syncing)
    expect(store.status.hasAllRows).toBe(false)
    const again = await device.open()
    expect(names(again)).toEqual([])
    await make(store, 'Mine')
    server.shows = () => true
    device.clock.advance(minute)
    await synced(store)
    expect(names(store)).toEqual(['Harbour', 'Mine'])
  })

  it('HIST9 sends the accepted part of a partly conflicting change as a change of its own, made once', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    server.fault(/./, { kind: 'drop' }, 2)
    const partly = await rename(store, 'Mine', { location: 'Izmir' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    server.write(project('Harbour', { name: 'Theirs' }))
    goOnline(server, store)
    await until(() => store.status.attention === 1 && !store.status.syncing)
    const was = { epoch: 'epoch-1', number: 3, mark: server.markOf(3) }
    before()
    server.fault(changes, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => store.status.waiting === 1 && !store.status.syncing)
    expect(store.table('projects').get(harbour)).toMatchObject({ name: 'Harbour', location: 'Izmir' })
    await store.close()
    server.clearFaults()
    server.received.length = 0
    const again = await device.open()
    await until(() => again.status.waiting === 0 && !again.status.syncing)
    expect(sent(device)).toMatchObject([{ was, ops: [{ fields: { location: 'Izmir' }, base: { location: null } }] }])
    expect(sent(device)[0]!.id).not.toBe(partly)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Harbour', location: 'Izmir' })
    expect(again.status).toMatchObject({ attention: 1, resent: 1 })
    device.clock.advance(11 * minute)
    before()
    server.received.length = 0
    again.syncNow()
    await until(() => server.row('projects', harbour)?.['location'] === 'Izmir' && again.status.waiting === 0)
    expect(sent(device)).toHaveLength(1)
  })

  it('HIST7 keeps a change that the server still has as it was, and HIST11 does not count it', async () => {
    const { device, store, server } = await setupStore()
    await make(store, 'Kept')
    await synced(store)
    const kept = server.number
    await make(store, 'Lost')
    await make(store, 'Lost too')
    await synced(store)
    server.restore(kept)
    expect(store.status.resent).toBe(0)
    await syncAndWait(store)
    expect(sent(device).filter(({ was }) => was)).toHaveLength(3)
    expect(store.status.resent).toBe(2)
    await store.close()
    const again = await device.open()
    expect(again.status.resent).toBe(2)
    await again.acknowledgeResent()
    expect(again.status.resent).toBe(0)
    await again.close()
    const last = await device.open()
    expect(last.status.resent).toBe(0)
  })

  it('HIST11 also counts changes that came back as conflicts, and keeps the count until it was seen', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    await rename(store, 'Mine')
    await make(store, 'Lost')
    await synced(store)
    before()
    server.write(project('Harbour', { name: 'Theirs' }))
    store.syncNow()
    await until(() => store.status.attention === 1 && store.status.waiting === 0 && !store.status.syncing)
    expect(store.status.resent).toBe(2)
    server.durable = server.write(project('Tower'))
    store.syncNow()
    await until(() => store.outbox().some(({ state }) => state === 'durable'))
    device.clock.sleep(91 * 24 * 60 * minute)
    await until(() => !store.status.syncing)
    expect(store.status.resent).toBe(2)
    await store.acknowledgeResent()
    device.clock.advance(minute)
    await until(() => !store.status.syncing && !store.outbox().some(({ state }) => state === 'durable'))
  })

  it('HIST5 is followed by the leading tab, then by the other one', async () => {
    const { device, store, server } = await setupStore()
    const second = await device.open()
    const before = server.takeBackup()
    await make(second, 'Lost')
    await synced(store)
    await until(() => second.status.waiting === 0)
    before()
    server.write(project('Theirs'))
    await syncAndWait(store)
    await until(() => second.status.waiting === 0 && names(second).length === 3)
    expect(names(second)).toEqual(names(store))
    expect([store.status.resent, second.status.resent]).toEqual([1, 1])
    await second.acknowledgeResent()
    await until(() => store.status.resent === 0)
    await store.close()
    server.received.length = 0
    await syncAndWait(second)
    expect(checkpointOf(server.requests(feed)[0]!.query)).toBe(`3:${server.markOf(3)}`)
  })

  it('HIST5 two restores while a device was offline: the previous position belongs to the epoch that the device knows', async () => {
    const { device, store, server } = await setupStore()
    const first = server.takeBackup()
    await make(store, 'Lost')
    await synced(store)
    const was = { epoch: 'epoch-1', number: 2, mark: server.markOf(2) }
    first()
    server.write(project('Between'))
    server.restore(1, 'epoch-2')
    server.write(project('After'))
    server.received.length = 0
    await syncAndWait(store)
    expect(sent(device).map((change) => change.was)).toEqual([was])
    expect(names(store)).toEqual(['After', 'Harbour', 'Lost'])
  })

  it('HIST5 a second restore before the response to the first one loses nothing', async () => {
    const { device, store, server } = await setupStore()
    const first = server.takeBackup()
    await make(store, 'Lost')
    await rename(store, 'Mine')
    await synced(store)
    const mark = server.markOf(2)
    first()
    server.fault(changes, { kind: 'lose' }, 99)
    store.syncNow()
    await until(() => store.status.waiting === 2 && server.number === 3 && !store.status.syncing)
    first()
    server.clearFaults()
    device.clock.advance(11 * minute)
    server.received.length = 0
    await until(() => server.number === 3)
    await synced(store)
    expect(sent(device).find(({ was }) => was)!.was).toMatchObject({ number: 2, mark })
    expect(names(store)).toEqual(['Lost', 'Mine'])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Mine' })
  })
})

describe('a server that recovers', () => {
  it('BACK1 BACK8 defers a change: it keeps waiting, nothing is halved or parked, and others are sent', async () => {
    const { device, store, server } = await setupStore()
    const before = server.takeBackup()
    server.write(project('By others'))
    await syncAndWait(store)
    const other = store.table('projects').get(uuid7('By others'))!
    await store.update('projects', other, { location: 'Izmir' })
    await store.update('projects', other, { name: 'Renamed' })
    await make(store, 'Own')
    await synced(store)
    before()
    store.syncNow()
    await until(() => server.number === 2 && store.status.waiting === 2 && !store.status.syncing)
    expect(store.status).toMatchObject({ attention: 0, connection: 'online', recovering: true })
    expect(
      store
        .outbox()
        .slice(0, 2)
        .map(({ state }) => state),
    ).toEqual(['waiting', 'waiting'])
    server.received.length = 0
    for (let n = 0; n < 4; n++) {
      const requestsBefore = server.requests(changes).length
      device.clock.advance(minute)
      await until(() => server.requests(changes).length > requestsBefore && !store.status.syncing)
    }
    expect(server.requests(changes).every(({ body }) => body!.changes.length === 2)).toBe(true)
    expect(store.status).toMatchObject({ waiting: 2, attention: 0 })
    server.write(project('By others'))
    device.clock.advance(minute)
    await until(() => store.status.waiting === 0)
    expect(store.status.recovering).toBe(false)
    expect(server.row('projects', other.id)).toMatchObject({ name: 'Renamed', location: 'Izmir' })
  })

  it('BACK1 holds back changes that build on one which is decided later', async () => {
    const { store, server } = await setupStore()
    server.write(investor('Ada'))
    const before = server.takeBackup()
    server.write(project('By others'))
    await syncAndWait(store)
    const stake = { projectId: uuid7('By others'), investorId: uuid7('Ada'), amount: '10' }
    const made = await store.create('investments', stake)
    await synced(store)
    before()
    server.received.length = 0
    let open = (): void => {}
    store.syncNow()
    await until(() => server.requests(feed).length === 2)
    server.gate = new Promise((resolve) => (open = resolve))
    await until(() => server.requests(changes).length === 1)
    const row = store.table('investments').get(made.ok ? made.id : '')!
    await store.update('investments', row, { amount: '20' })
    open()
    server.gate = undefined
    await until(() => !store.status.syncing && store.status.waiting === 2)
    const ids = server.requests(changes).map(({ body }) => body!.changes.map(({ id }) => id))
    expect(new Set(ids.map((each) => each.join()))).toEqual(new Set([made.ok && made.changeId]))
    server.write(project('By others'))
    server.recovering = false
    await syncAgain(store)
    expect(server.row('investments', row.id)).toMatchObject({ amount: '20.00' })
  })
})
