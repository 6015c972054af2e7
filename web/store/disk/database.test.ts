import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { indexedDbNames, openDatabase } from './database.ts'
import { filesDatabaseName, cachedFilesDatabaseName, sharedDatabaseName } from './database-name.ts'
import { FileDisk } from '#web/store/files/file-disk.ts'
import { InFlight } from '#web/store/base/in-flight.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { Device, until } from '#web/store/test/device.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { disks } from '#web/store/test/sealing.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

let databases = 0
const compareTexts = (a = '', b = '') => (a < b ? -1 : 1)

async function setupDatabase() {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const name = `database${++databases}`
  const database = openDatabase(name, idb, 'test')
  onTestFinished(() => database.close())
  await database.open()
  return { database, idb, name }
}

const page = (n: number) => ({ id: `page${n}`, head: '{}', rows: `text of page ${n}` })

describe('the database', () => {
  it('does not keep the texts of past writes in memory', async () => {
    const { database, name } = await setupDatabase()
    for (let n = 0; n < 5; n++) await database.feed.write({ insert: [page(n)] })
    const feed = [...OPEN_COLLECTIONS].find(
      (collection) => collection.name === 'feed' && collection.database.name === name,
    )!
    expect(feed._changeEventBuffer.getBuffer()).toEqual([])
    expect(feed._docCache.cacheItemByDocId.size).toBe(0)
  })

  it('rejects a second document with the same id and keeps the first', async () => {
    const { database } = await setupDatabase()
    expect(await database.feed.write({ insert: [page(1)] })).toEqual({ taken: [] })
    expect(await database.feed.write({ insert: [{ ...page(1), rows: 'another' }] })).toEqual({ taken: ['page1'] })
    expect((await database.feed.get('page1'))!.rows).toBe('text of page 1')
  })

  it('rejects overwriting a document that has changed since it was read', async () => {
    const { database } = await setupDatabase()
    await database.feed.write({ insert: [page(1)] })
    const previous = (await database.feed.get('page1'))!
    await database.feed.write({ replace: [{ previous, document: { ...page(1), rows: 'first' } }] })
    expect(await database.feed.write({ replace: [{ previous, document: { ...page(1), rows: 'second' } }] })).toEqual({
      taken: ['page1'],
    })
    expect((await database.feed.get('page1'))!.rows).toBe('first')
  })

  it('visits documents in order or in reverse until the visitor stops, skipping deleted ones', async () => {
    const { database } = await setupDatabase()
    await database.feed.write({ insert: [page(3), page(1), page(2), page(4)] })
    const previous = (await database.feed.get('page2'))!
    await database.feed.write({ remove: [{ previous, blank: { id: 'page2', head: '', rows: '' } }] })
    const visit = async (range: Parameters<typeof database.feed.each>[1], max = 9) => {
      const ids: string[] = []
      await database.feed.each(
        () =>
          ({ id }) =>
            ids.push(id) < max,
        range,
      )
      return ids
    }
    expect(await visit({})).toEqual(['page1', 'page3', 'page4'])
    expect(await visit({ reverse: true }, 2)).toEqual(['page4', 'page3'])
    expect(await visit({ first: 'page2', last: 'page3' })).toEqual(['page3'])
    expect(await database.feed.ids()).toEqual(['page1', 'page3', 'page4'])
  })

  it('consists only of databases that a wipe deletes', async () => {
    const { idb, name } = await setupDatabase()
    for (const each of [filesDatabaseName(name), sharedDatabaseName(name), cachedFilesDatabaseName(name)]) {
      const files = new FileDisk(each, idb, disks.codec)
      await files.put({ id: 'documents/1', file: '1', text: '' }, new ArrayBuffer(1))
      await files.close()
    }
    expect((await idb.indexedDB.databases()).map((each) => each.name).toSorted(compareTexts)).toEqual(
      indexedDbNames(name).toSorted(compareTexts),
    )
  })
})

describe('work in flight', () => {
  it('is awaited, and no further work is accepted', async () => {
    const inFlight = new InFlight()
    const messages: string[] = []
    let finish = (): void => {}
    const running = inFlight
      .run(() => new Promise<void>((resolve) => (finish = resolve)))
      .then(() => messages.push('work done'))
    const closed = inFlight.close().then(() => messages.push('closed'))
    await expect(inFlight.run(async () => messages.push('late'))).rejects.toThrow('closed')
    finish()
    await Promise.all([running, closed])
    expect(messages).toEqual(['work done', 'closed'])
  })
})

describe('a store that closes', () => {
  it('waits until committed changes are on the disk and accepts no more', async () => {
    const { device, store } = await setupStore()
    const commits = Array.from({ length: 20 }, (_, n) =>
      store.create('projects', { name: `Made ${n}`, type: 'AGRICULTURE' }),
    )
    await Promise.all([store.close(), ...commits])
    await expect(store.create('projects', { name: 'Too late', type: 'AGRICULTURE' })).rejects.toThrow('closed')
    const texts = (await storedTexts(device, 'outbox')).join()
    expect(texts).toContain('Made 19')
    expect(texts).not.toContain('Too late')
  })
})

describe('RxDB, which is needed only for writes', () => {
  function watchOpens({ indexedDB, IDBKeyRange }: Idb) {
    const opened: string[] = []
    const open: IDBFactory['open'] = (name, version) => {
      opened.push(name)
      return indexedDB.open(name, version)
    }
    const idb = { indexedDB: Object.assign(Object.create(indexedDB) as IDBFactory, { open }), IDBKeyRange }
    return { idb, isOpened: () => opened.some((name) => name.endsWith('_rxdb_internal')) }
  }

  async function setupOffline() {
    const { device, store: first } = await setupStore()
    await first.close()
    const { idb, isOpened } = watchOpens(device.idb)
    const fetch = () => Promise.reject(new TypeError('Off the network'))
    const store = await device.open({ idb, fetch })
    return { device, store, isOpened }
  }

  it('opens after the first lists if there are rows to show', async () => {
    const { device, isOpened } = await setupOffline()
    expect(isOpened()).toBe(false)
    device.clock.advance(1_000)
    await until(isOpened)
  })

  it('opens at once for a write', async () => {
    const { store, isOpened } = await setupOffline()
    await store.create('projects', { name: 'Early', type: 'AGRICULTURE' })
    expect(isOpened()).toBe(true)
  })

  it('does not open a database that was closed meanwhile', async () => {
    const { device, store, isOpened } = await setupOffline()
    await store.close()
    device.clock.advance(1_000)
    await device.open()
    expect([isOpened(), device.reported]).toEqual([false, []])
  })

  it('opens at once on a device without rows', async () => {
    const device = new Device()
    const { idb, isOpened } = watchOpens(device.idb)
    await device.open({ idb, fetch: () => Promise.reject(new TypeError('Off the network')) })
    await until(isOpened)
    expect(isOpened()).toBe(true)
  })
})
