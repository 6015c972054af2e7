import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { indexedDbNames, openDatabase } from './database.ts'
import { filesDatabaseName, cachedFilesDatabaseName, sharedDatabaseName } from './database-name.ts'
import { FileDisk } from '#web/store/files/file-disk.ts'
import { InFlight } from '#web/store/base/in-flight.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { disks } from '#web/store/test/sealing.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

let databases = 0

function setupDatabase() {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const name = `database${++databases}`
  const database = openDatabase(name, idb, 'test')
  onTestFinished(() => database.close())
  return { database, idb, name }
}

const page = (n: number) => ({ id: `page${n}`, head: '{}', rows: `text of page ${n}` })

describe('the database', () => {
  it('rejects a second document with the same id and keeps the first', async () => {
    const { database } = setupDatabase()
    expect(await database.feed.write({ insert: [page(1)] })).toEqual({ taken: [] })
    expect(await database.feed.write({ insert: [{ ...page(1), rows: 'another' }] })).toEqual({ taken: ['page1'] })
    expect((await database.feed.get('page1'))!.rows).toBe('text of page 1')
  })

  it('rejects overwriting a document that has changed since it was read', async () => {
    const { database } = setupDatabase()
    await database.feed.write({ insert: [page(1)] })
    const previous = (await database.feed.get('page1'))!
    await database.feed.write({ replace: [{ previous, document: { ...page(1), rows: 'first' } }] })
    expect(await database.feed.write({ replace: [{ previous, document: { ...page(1), rows: 'second' } }] })).toEqual({
      taken: ['page1'],
    })
    expect((await database.feed.get('page1'))!.rows).toBe('first')
  })

  it('visits documents in order or in reverse until the visitor stops, skipping deleted ones', async () => {
    const { database } = setupDatabase()
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

  it('reads, replaces and removes documents that earlier versions wrote', async () => {
    const { database, idb, name } = setupDatabase()
    await database.outbox.ids()
    const table = new Dexie(`rxdb-dexie-${name}--0--outbox`, idb)
    await table.open()
    const earlier = { _deleted: '0', _attachments: {}, _meta: { lwt: 1 }, _rev: '1-0' }
    await table.table('docs').bulkAdd(['a', 'b'].map((id) => ({ id, text: `text of ${id}`, ...earlier })))
    table.close()
    const [a, b] = await Promise.all(['a', 'b'].map(async (id) => (await database.outbox.get(id))!))
    expect(b).toMatchObject({ text: 'text of b' })
    const replaced = { previous: a!, document: { id: 'a', text: 'another' } }
    const removed = { previous: b!, blank: { id: 'b', text: '' } }
    expect(await database.outbox.write({ replace: [replaced], remove: [removed] })).toEqual({ taken: [] })
    expect(await database.outbox.ids()).toEqual(['a'])
    expect(await database.outbox.get('a')).toMatchObject({ text: 'another' })
  })

  it('inserts a document with the id of a deleted one', async () => {
    const { database } = setupDatabase()
    await database.feed.write({ insert: [page(1)] })
    const previous = (await database.feed.get('page1'))!
    await database.feed.write({ remove: [{ previous, blank: { id: 'page1', head: '', rows: '' } }] })
    expect(await database.feed.get('page1')).toBeUndefined()
    expect(await database.feed.write({ insert: [page(1), page(2)] })).toEqual({ taken: [] })
    expect(await database.feed.get('page1')).toMatchObject(page(1))
  })

  it('deletes tombstones and keeps the other documents', async () => {
    const { database, idb, name } = setupDatabase()
    await database.feed.write({ insert: [page(1), page(2)] })
    const previous = (await database.feed.get('page1'))!
    await database.feed.write({ remove: [{ previous, blank: { id: 'page1', head: '', rows: '' } }] })
    await database.feed.purge()
    const table = new Dexie(`rxdb-dexie-${name}--0--feed`, idb)
    await table.open()
    expect(await table.table('docs').toCollection().primaryKeys()).toEqual(['page2'])
    table.close()
  })

  it('consists only of databases that a wipe deletes', async () => {
    const { database, idb, name } = setupDatabase()
    for (const each of [filesDatabaseName(name), sharedDatabaseName(name), cachedFilesDatabaseName(name)]) {
      const files = new FileDisk(each, idb, disks.codec)
      await files.put({ id: 'documents/1', file: '1', text: '' }, new ArrayBuffer(1))
      await files.close()
    }
    await database.device.get('note')
    const created = (await idb.indexedDB.databases()).map((each) => each.name!)
    expect(created).toHaveLength(6)
    expect(indexedDbNames(name)).toEqual(expect.arrayContaining(created))
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
