import { describe, expect, it } from 'vitest'
import type { Store } from './contract.ts'
import { orderKey } from './outbox-documents.ts'
import { ada, Device, synced, until, uuid7 } from './test/device.ts'
import { project } from './test/rows.ts'
import { databaseNameOf } from './database-name.ts'
import { openDatabase } from './database.ts'
import { disks } from './test/sealing.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')
const here = (store: Store, id = harbour) => store.table('projects').get(id)!
const sentBy = ({ server }: Device) => server.requests(changes).flatMap(({ body }) => body!.changes)
const onServer = ({ server }: Device, id: string) => server.rows.get(`projects/${id}`)?.fields
const namesOn = ({ server }: Device) => [...server.rows.values()].map(({ fields }) => fields?.['name'])
const allSent = (store: Store) => until(() => store.status.waiting === 0 && !store.status.syncing)

/** Two devices of one person; the first is cut off, has changed a project and created another one. */
async function setup() {
  const tablet = new Device()
  tablet.server.write(project('Harbour'))
  const store = await tablet.open()
  await synced(store)
  tablet.server.fault(/./, { kind: 'drop' }, 999)
  await store.update('projects', here(store), { location: 'Aqaba' })
  const made = await store.create('projects', { name: 'Wadi', type: 'AGRICULTURE' })
  const id = made.ok ? made.id : ''
  await store.update('projects', here(store, id), { location: 'Petra' })
  const work = store.unsentWork()
  tablet.server.heal()
  tablet.server.asked.length = 0
  const office = new Device(tablet.server)
  return { tablet, store, work, id, office }
}

describe('unsent work', () => {
  it('TAKE1 another device of the same person shows and sends it, in its order and in the same bytes', async () => {
    const { work, id, office, store } = await setup()
    const second = await office.open()
    await synced(second)
    expect(await second.takeOver(work)).toEqual({ kind: 'taken', taken: 3, known: 0, newer: 0 })
    expect([here(second).location, here(second, id)]).toMatchObject(['Aqaba', { name: 'Wadi', location: 'Petra' }])
    expect(office.backgroundSyncs).toBe(1)
    await allSent(second)
    const before = store.outbox().map((entry) => entry.id)
    expect(sentBy(office).map((change) => change.id)).toEqual([...before].reverse())
    expect(onServer(office, id)).toMatchObject({ location: 'Petra' })
  })

  it('TAKE1 is sent once, even if both devices send it', async () => {
    const { tablet, store, work, office } = await setup()
    const second = await office.open()
    await synced(second)
    await second.takeOver(work)
    await allSent(second)
    tablet.clock.advance(600_000)
    store.syncNow()
    await allSent(store)
    expect(namesOn(tablet).filter((name) => name === 'Wadi')).toHaveLength(1)
    expect([store.status.attention, second.status.attention]).toEqual([0, 0])
  })

  it('is taken over once, by whichever window', async () => {
    const { work, office } = await setup()
    const second = await office.open()
    await synced(second)
    await second.takeOver(work)
    expect(await second.takeOver(work)).toEqual({ kind: 'taken', taken: 0, known: 3, newer: 0 })
    await allSent(second)
    expect(sentBy(office)).toHaveLength(3)
  })

  it('survives the second device’s crash before anything is sent', async () => {
    const { work, office, id } = await setup()
    const second = await office.open()
    await synced(second)
    office.server.fault(/./, { kind: 'drop' }, 999)
    await second.takeOver(work)
    await second.close()
    office.server.heal()
    const again = await office.open()
    expect(here(again, id)).toMatchObject({ location: 'Petra' })
    await allSent(again)
    expect(onServer(office, id)).toMatchObject({ location: 'Petra' })
  })

  it('holds what came back refused as well, and the second device hears the same of it', async () => {
    const { tablet, store, office } = await setup()
    tablet.server.forbids = ({ id }) => id === harbour
    tablet.clock.advance(600_000)
    store.syncNow()
    await until(() => store.status.attention === 1 && store.status.waiting === 0)
    const second = await office.open()
    await synced(second)
    expect(await second.takeOver(store.unsentWork())).toMatchObject({ taken: 1 })
    await until(() => second.status.attention === 1)
    expect(second.outbox()[0]!.verdict).toMatchObject({ verdict: 'rejected', code: 'FORBIDDEN' })
  })

  it.each([
    ['to the same history', (_: Device) => {}, undefined],
    ['to another history', ({ server }: Device) => void (server.epoch = 'epoch-2'), true],
  ])('TAKE1 says of changes %s whether they were made before it', async (_, restore, behind) => {
    const { work, office } = await setup()
    restore(office)
    const second = await office.open()
    await synced(second)
    await second.takeOver(work)
    await allSent(second)
    expect(sentBy(office)[0]!.behind).toBe(behind)
  })

  it.each<[string, Partial<typeof ada>]>([
    ['person', { id: 'user-2' }],
    ['firm', { tenantId: 'tenant-2' }],
  ])('is refused on the device of another %s, and nothing is written', async (_, other) => {
    const { work, office } = await setup()
    const second = await office.open({ identity: { ...ada, ...other } })
    expect(await second.takeOver(work)).toEqual({ kind: 'refused', because: 'otherPersonsFile' })
    expect(second.outbox()).toEqual([])
  })

  it.each([
    ['no JSON', 'unsentFile', 'Harbour'],
    ['a list', 'unsentFile', '[]'],
    ['another file', 'unsentFile', '{"name":"Harbour"}'],
    ['a newer format', 'newerFile', '{"format":2,"records":[]}'],
  ])('refuses %s', async (_, because, text) => {
    const store = await new Device().open()
    expect(await store.takeOver(text)).toEqual({ kind: 'refused', because })
  })

  it('GROW1 counts what only a newer version can read, and takes the rest', async () => {
    const { tablet, store, office } = await setup()
    await store.close()
    const text = JSON.stringify({ kind: 'change', format: 9, change: { id: uuid7('theirs'), ops: [] } })
    const database = openDatabase(databaseNameOf(ada, tablet.prefix), tablet.idb, 'newer', disks.codec)
    await database.outbox.write({ insert: [{ id: orderKey(99, 'newer'), text }] })
    await database.close()
    tablet.server.fault(/./, { kind: 'drop' }, 999)
    const again = await tablet.open()
    const work = again.unsentWork()
    tablet.server.heal()
    const second = await office.open()
    await synced(second)
    expect(await second.takeOver(work)).toEqual({ kind: 'taken', taken: 3, known: 0, newer: 1 })
  })

  it('a change that is no change is not taken', async () => {
    const { work, office } = await setup()
    const bad = JSON.parse(work) as { records: string[] }
    const forged = { kind: 'change', format: 1, change: { id: 'x', at: 'now', ops: [] }, records: {} }
    const second = await office.open()
    await synced(second)
    const result = await second.takeOver(JSON.stringify({ ...bad, records: [JSON.stringify(forged), 7] }))
    expect([result, second.outbox()]).toEqual([{ kind: 'taken', taken: 0, known: 0, newer: 2 }, []])
  })
})
