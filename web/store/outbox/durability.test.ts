import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FeedPages } from '#web/store/feed/feed-pages.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { ada, Device, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { wipe } from '#web/store/wipe.ts'

type Put = (this: IDBObjectStore, document: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>

function fillDisk(): () => void {
  const descriptors = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  IDBObjectStore.prototype.put = refuse
  IDBObjectStore.prototype.add = refuse
  const free = () => Object.defineProperties(IDBObjectStore.prototype, { put: descriptors.put, add: descriptors.add })
  onTestFinished(() => void free())
  return free
}

function spyOnPut(isRefused: (document: { readonly id?: string; readonly rows?: string }) => boolean) {
  const { value: put } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') as { value: Put }
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, document, key) {
    if (isRefused(document as { readonly id?: string; readonly rows?: string }))
      throw new DOMException('The disk is full', 'QuotaExceededError')
    return key === undefined ? put.call(this, document) : put.call(this, document, key)
  })
}

describe('a full disk', () => {
  it('SEND1 rejects a commit and shows none of it', async () => {
    const { device, store, server } = await setupStore()
    const free = fillDisk()
    await expect(store.create('projects', { name: 'Does not fit', type: 'AGRICULTURE' })).rejects.toThrow(
      'The disk is full',
    )
    expect(store.table('projects').size).toBe(1)
    expect(store.status.waiting).toBe(0)
    expect(device.backgroundSyncs).toBe(0)
    free()
    await store.create('projects', { name: 'Fits', type: 'AGRICULTURE' })
    await synced(store)
    expect(server.rows.size).toBe(2)
    await store.close()
    const restarted = await device.open()
    expect(restarted.outbox()).toHaveLength(1)
  })

  it('HIST3 detects a new epoch even if shown rows could not be stored', async () => {
    const { device, store, server } = await setupStore()
    const names = () => [...store.table('projects').all()].map(({ name }) => name).sort()
    const restoreServer = server.takeBackup()
    server.write(project('Lost'))
    const free = fillDisk()
    store.syncNow()
    await until(() => names().includes('Lost') && !store.status.syncing)
    restoreServer()
    server.write(project('New'))
    free()
    device.clock.advance(2_000)
    await until(() => names().includes('New') && !store.status.syncing)
    expect(names()).toEqual(['Harbour', 'New'])
  })

  it('PULL5 does not show a row that was deleted while its page could not be stored', async () => {
    const device = new Device()
    const { server } = device
    server.write(project('Harbour'), project('Gone'))
    const store = await device.open()
    const free = fillDisk()
    await until(() => store.table('projects').size === 2 && !store.status.syncing)
    server.write(['projects', uuid7('Gone'), null])
    free()
    device.clock.advance(2_000)
    await synced(store)
    expect([...store.table('projects').all()].map(({ name }) => name)).toEqual(['Harbour'])
  })

  it('FOLD3 FOLD9 hides rows without access when they cannot be deleted from the disk', async () => {
    const { device, store, server } = await setupStore()
    server.shows = () => false
    server.narrowed = true
    server.scope = 'scope-2'
    const disk = spyOnPut(({ rows }) => rows === '')
    store.syncNow()
    await until(() => device.reported.length > 0 && !store.status.syncing)
    expect(disk).toHaveBeenCalled()
    expect(store.table('projects').size).toBe(0)
    server.fault(/./, { kind: 'drop' }, 99)
    const idReads = vi.spyOn(FeedPages.prototype, 'ids')
    const sizes = new Set<number>()
    store.table('projects').subscribe(() => sizes.add(store.table('projects').size))
    device.clock.advance(60_000)
    await until(() => idReads.mock.calls.length > 0 && store.status.connection === 'offline' && !store.status.syncing)
    store.syncNow()
    device.clock.advance(60_000)
    await until(() => idReads.mock.calls.length > 1 && !store.status.syncing)
    expect([...sizes, store.table('projects').size]).toEqual([0])
    disk.mockRestore()
    server.clearFaults()
    device.clock.advance(60_000)
    await synced(store)
    expect(store.table('projects').size).toBe(0)
  })

  it.each(['SCOPE', 'EPOCH'])(
    'FOLD3 hides rows after access was narrowed by %s, in every tab and after a restart',
    async (code) => {
      const { device, store, server } = await setupStore()
      const other = await device.open()
      expect(other.table('projects').size).toBe(1)
      server.shows = () => false
      server.narrowed = true
      server.scope = 'scope-2'
      if (code === 'EPOCH') server.restore(server.number)
      const free = fillDisk()
      store.syncNow()
      await until(() => device.reported.length > 0 && !store.status.syncing)
      await until(() => other.table('projects').size === 0)
      await Promise.all([store.close(), other.close()])
      server.fault(/./, { kind: 'drop' }, 999)
      const restarted = await device.open()
      expect([restarted.table('projects').size, restarted.status.hasAllRows]).toEqual([0, false])
      server.clearFaults()
      server.shows = () => true
      free()
      device.clock.advance(60_000)
      await synced(restarted)
      expect(restarted.table('projects').size).toBe(1)
      await restarted.close()
      const laterTab = await device.open()
      expect(laterTab.table('projects').size, 'what was given since').toBe(1)
    },
  )

  it('FOLD3 shows the rows sent to a person who regains access', async () => {
    const { device, store, server } = await setupStore()
    server.narrowed = true
    server.scope = 'scope-2'
    const free = fillDisk()
    store.syncNow()
    await until(() => device.reported.length > 0 && !store.status.syncing)
    free()
    await store.close()
    await evictPerson(device.deps(), ada)
    expect(device.localStorageEntries.size).toBe(1)
    const restored = await device.openSynced()
    expect(restored.table('projects').size).toBe(1)
    await restored.close()
    await wipe(device.deps(), ada)
    expect(device.localStorageEntries.size).toBe(0)
  })

  it('LIVE3 has its own status during a first sync that cannot finish until there is space', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    const store = await device.open()
    const free = fillDisk()
    await until(() => store.status.full && !store.status.syncing)
    expect(store.status.hasAllRows).toBe(false)
    device.clock.advance(1_000)
    await until(() => device.reported.length === 2 && !store.status.syncing)
    expect(store.status.full).toBe(true)
    free()
    device.clock.advance(2_000)
    await synced(store)
    expect(store.status.full).toBe(false)
  })

  it('LIVE3 is also shown if a commit does not fit', async () => {
    const { store } = await setupStore()
    const free = fillDisk()
    await expect(store.create('projects', { name: 'Does not fit', type: 'AGRICULTURE' })).rejects.toThrow('full')
    expect(store.status.full).toBe(true)
    free()
    await store.create('projects', { name: 'Fits', type: 'AGRICULTURE' })
    expect(store.status.full).toBe(false)
  })

  it('FOLD2 does not move the position past a page that was not stored', async () => {
    const { device, store, server } = await setupStore()
    server.write(project('Tower'))
    const free = fillDisk()
    store.syncNow()
    await until(() => device.reported.length === 1 && !store.status.syncing)
    free()
    server.received.length = 0
    device.clock.advance(1_000)
    await synced(store)
    expect(server.received[0]!.query.get('after')).toBe('1')
    await store.close()
    const restarted = await device.open()
    expect(restarted.table('projects').size).toBe(2)
  })

  async function setupGap() {
    const setup = await setupStore()
    const { device, store, server } = setup
    server.rowsPerPage = 1
    for (let n = 0; n < 5; n++) server.write(project(`Tower ${n}`))
    const putSpy = spyOnPut((document) => document.id?.endsWith('|0000000000000002') === true)
    store.syncNow()
    await until(() => device.reported.length === 1 && !store.status.syncing)
    putSpy.mockRestore()
    server.received.length = 0
    return setup
  }

  it('FOLD2 does not move the position past a missing page even if a later one fits', async () => {
    const { device, store, server } = await setupGap()
    device.clock.advance(1_000)
    await synced(store)
    expect(server.received[0]!.query.get('after')).toBe('2')
    expect(store.table('projects').size).toBe(6)
  })

  it('leaves no gap after a restart', async () => {
    const { device, store, server } = await setupGap()
    await store.close()
    const restarted = await device.open()
    expect(restarted.table('projects').size).toBe(2)
    await synced(restarted)
    expect(server.received[0]!.query.get('after')).toBe('2')
    expect(restarted.table('projects').size).toBe(6)
    await restarted.close()
    const lastTab = await device.open()
    expect(lastTab.table('projects').size).toBe(6)
  })

  it('SEND5 sends a change again if its receipt could not be stored', async () => {
    const { device, store, server } = await setupStore()
    let open = (): void => {}
    server.gate = new Promise((resolve) => (open = resolve))
    await store.create('projects', { name: 'Once', type: 'AGRICULTURE' })
    await until(() => server.requests(/changes/).length === 1)
    const free = fillDisk()
    open()
    await until(() => device.reported.length > 0 && !store.status.syncing)
    expect(store.status.waiting).toBe(1)
    free()
    await syncAgain(store)
    expect(server.rows.size).toBe(2)
  })
})

describe('commits', () => {
  it('register background sync, for when the page is closed', async () => {
    const { device, store } = await setupStore()
    await store.create('projects', { name: 'Made', type: 'AGRICULTURE' })
    expect(device.backgroundSyncs).toBe(1)
    await store.update('projects', [...store.table('projects').all()][0]!, {})
    expect(device.backgroundSyncs).toBe(1)
  })

  it('made at the same time are one write, and none is lost', async () => {
    const { store } = await setupStore()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    onTestFinished(() => put.mockRestore())
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => store.create('projects', { name: `Made ${n}`, type: 'AGRICULTURE' })),
    )
    const stores = put.mock.contexts as readonly IDBObjectStore[]
    const outbox = stores.filter(({ transaction }) => transaction.db.name.includes('outbox'))
    expect(outbox.length).toBeGreaterThanOrEqual(50)
    expect(new Set(outbox.map(({ transaction }) => transaction)).size).toBeLessThan(10)
    expect(store.table('projects').size).toBe(51)
  })
})
