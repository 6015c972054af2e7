import { describe, expect, it } from 'vitest'
import type { Store } from './base/contract.ts'
import { orderKey } from './outbox/outbox-documents.ts'
import { ada, Device, until, uuid7 } from './test/device.ts'
import { project } from './test/rows.ts'
import { databaseNameOf } from './disk/database-name.ts'
import { openDatabase } from './disk/database.ts'
import { openLocalData } from './core/local-data.ts'
import { Tabs } from './core/tabs.ts'
import { rememberIdentity } from './disk/identity.ts'
import { storeSharedFiles } from './files/shared-files.ts'
import { disks } from './test/sealing.ts'
import { Uploads } from './test/uploads.ts'
import { unsentWork } from './unsent-work.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')
const projectRow = (store: Store, id = harbour) => store.table('projects').get(id)!
const sentBy = ({ server }: Device) => server.requests(changes).flatMap(({ body }) => body!.changes)
const onServer = ({ server }: Device, id: string) => server.rows.get(`projects/${id}`)?.fields
const namesOn = ({ server }: Device) => [...server.rows.values()].map(({ fields }) => fields?.['name'])
const noFiles = () => Promise.reject(new Error('There are no files'))

async function exportWork(store: Store) {
  const parts: ArrayBuffer[] = []
  const { text, leftOut } = await store.unsentWork(async (bytes) => void parts.push(bytes))
  return { text, leftOut, read: async (index: number) => parts[index]! }
}

const allSent = (store: Store) => until(() => store.status.waiting === 0 && !store.status.syncing)

async function setup() {
  const firstDevice = new Device()
  firstDevice.server.write(project('Harbour'))
  const store = await firstDevice.openSynced()
  firstDevice.server.fault(/./, { kind: 'drop' }, 999)
  await store.update('projects', projectRow(store), { location: 'Aqaba' })
  const created = await store.create('projects', { name: 'Wadi', type: 'AGRICULTURE' })
  const id = created.ok ? created.id : ''
  await store.update('projects', projectRow(store, id), { location: 'Petra' })
  const work = (await exportWork(store)).text
  firstDevice.server.clearFaults()
  firstDevice.server.received.length = 0
  const secondDevice = new Device(firstDevice.server)
  return { firstDevice, store, work, id, secondDevice }
}

describe('unsent work', () => {
  it('TAKE1 is shown and sent by another device of the person, in order and with the same bytes', async () => {
    const { work, id, secondDevice, store } = await setup()
    const second = await secondDevice.openSynced()
    expect(await second.adoptWork(work, noFiles)).toEqual({ kind: 'taken', taken: 3, known: 0, newer: 0 })
    expect([projectRow(second).location, projectRow(second, id)]).toMatchObject([
      'Aqaba',
      { name: 'Wadi', location: 'Petra' },
    ])
    expect(secondDevice.backgroundSyncs).toBe(1)
    await allSent(second)
    const before = store.outbox().map((entry) => entry.id)
    expect(sentBy(secondDevice).map((change) => change.id)).toEqual([...before].reverse())
    expect(onServer(secondDevice, id)).toMatchObject({ location: 'Petra' })
  })

  it('TAKE1 is sent once, even if both devices send it', async () => {
    const { firstDevice, store, work, secondDevice } = await setup()
    const second = await secondDevice.openSynced()
    await second.adoptWork(work, noFiles)
    await allSent(second)
    firstDevice.clock.advance(600_000)
    store.syncNow()
    await allSent(store)
    expect(namesOn(firstDevice).filter((name) => name === 'Wadi')).toHaveLength(1)
    expect([store.status.attention, second.status.attention]).toEqual([0, 0])
  })

  it('is adopted once in any window', async () => {
    const { work, secondDevice } = await setup()
    const second = await secondDevice.openSynced()
    await second.adoptWork(work, noFiles)
    expect(await second.adoptWork(work, noFiles)).toEqual({ kind: 'taken', taken: 0, known: 3, newer: 0 })
    await allSent(second)
    expect(sentBy(secondDevice)).toHaveLength(3)
  })

  it('survives the second device’s crash before anything is sent', async () => {
    const { work, secondDevice, id } = await setup()
    const second = await secondDevice.openSynced()
    secondDevice.server.fault(/./, { kind: 'drop' }, 999)
    await second.adoptWork(work, noFiles)
    await second.close()
    secondDevice.server.clearFaults()
    const restarted = await secondDevice.open()
    expect(projectRow(restarted, id)).toMatchObject({ location: 'Petra' })
    await allSent(restarted)
    expect(onServer(secondDevice, id)).toMatchObject({ location: 'Petra' })
  })

  it('includes refused changes, for which the second device gets the same verdict', async () => {
    const { firstDevice, store, secondDevice } = await setup()
    firstDevice.server.forbids = ({ id }) => id === harbour
    firstDevice.clock.advance(600_000)
    store.syncNow()
    await until(() => store.status.attention === 1 && store.status.waiting === 0)
    const second = await secondDevice.openSynced()
    expect(await second.adoptWork((await exportWork(store)).text, noFiles)).toMatchObject({ taken: 1 })
    await until(() => second.status.attention === 1)
    expect(second.outbox()[0]!.verdict).toMatchObject({ verdict: 'rejected', code: 'FORBIDDEN' })
  })

  it.each([
    ['made in the same epoch', (_: Device) => {}, undefined],
    ['made in another epoch', ({ server }: Device) => void (server.epoch = 'epoch-2'), true],
  ])('TAKE6 marks changes %s', async (_, restore, behind) => {
    const { work, secondDevice } = await setup()
    restore(secondDevice)
    const second = await secondDevice.openSynced()
    await second.adoptWork(work, noFiles)
    await allSent(second)
    expect(sentBy(secondDevice)[0]!.behind).toBe(behind)
  })

  it.each<[string, Partial<typeof ada>]>([
    ['person', { id: 'user-2' }],
    ['firm', { tenantId: 'tenant-2' }],
  ])('is rejected on the device of another %s, and nothing is written', async (_, other) => {
    const { work, secondDevice } = await setup()
    const second = await secondDevice.open({ identity: { ...ada, ...other } })
    expect(await second.adoptWork(work, noFiles)).toEqual({ kind: 'refused', because: 'otherPersonsFile' })
    expect(second.outbox()).toEqual([])
  })

  it.each([
    ['no JSON', 'unsentFile', 'Harbour'],
    ['a list', 'unsentFile', '[]'],
    ['another file', 'unsentFile', '{"name":"Harbour"}'],
    ['a newer format', 'newerFile', '{"format":2,"records":[]}'],
  ])('rejects %s', async (_, because, text) => {
    const store = await new Device().open()
    expect(await store.adoptWork(text, noFiles)).toEqual({ kind: 'refused', because })
  })

  it('GROW1 counts records that only a newer version can read and adopts the rest', async () => {
    const { firstDevice, store, secondDevice } = await setup()
    await store.close()
    const text = JSON.stringify({ kind: 'change', format: 9, change: { id: uuid7('theirs'), ops: [] } })
    const database = openDatabase(databaseNameOf(ada, firstDevice.prefix), firstDevice.idb, 'newer', disks.codec)
    await database.outbox.write({ insert: [{ id: orderKey(99, 'newer'), text }] })
    await database.close()
    firstDevice.server.fault(/./, { kind: 'drop' }, 999)
    const restarted = await firstDevice.open()
    const work = (await exportWork(restarted)).text
    firstDevice.server.clearFaults()
    const second = await secondDevice.openSynced()
    expect(await second.adoptWork(work, noFiles)).toEqual({ kind: 'taken', taken: 3, known: 0, newer: 1 })
  })

  it('an invalid change is not adopted', async () => {
    const { work, secondDevice } = await setup()
    const validWork = JSON.parse(work) as { records: string[] }
    const invalidRecord = { kind: 'change', format: 1, change: { id: 'x', at: 'now', ops: [] }, records: {} }
    const second = await secondDevice.openSynced()
    const result = await second.adoptWork(
      JSON.stringify({ ...validWork, records: [JSON.stringify(invalidRecord), 7] }),
      noFiles,
    )
    expect([result, second.outbox()]).toEqual([{ kind: 'taken', taken: 0, known: 0, newer: 2 }, []])
  })
})

describe('files of unsent work', () => {
  const pdf = (text = '%PDF-paper', name = 'Plan.pdf') => new File([text], name, { type: 'application/pdf' })
  const plan = { name: 'Plan', language: 'en' } as const
  const documentsOn = ({ server }: Device) => [...server.rows.keys()].filter((key) => key.startsWith('documents/'))

  async function setupWithFile(text?: string) {
    const firstDevice = new Device()
    const uploads = new Uploads()
    firstDevice.server.call = uploads.call
    const store = await firstDevice.openSynced()
    firstDevice.server.fault(/./, { kind: 'drop' }, 999)
    const id = store.newId()
    await store.commit([{ op: 'create', entity: 'documents', id, fields: plan }], pdf(text))
    const work = await exportWork(store)
    firstDevice.server.clearFaults()
    const secondDevice = new Device(firstDevice.server)
    const second = await secondDevice.openSynced()
    return { firstDevice, store, uploads, work, secondDevice, second, owner: { entity: 'documents', id } as const }
  }
  const isUploaded = (store: Store) => until(() => store.files.all.length === 0 && !store.status.syncing)

  it('TAKE2 are included with their record and arrive after it', async () => {
    const { uploads, work, secondDevice, second, owner } = await setupWithFile()
    secondDevice.server.fault(/./, { kind: 'drop' }, 999)
    expect(await second.adoptWork(work.text, work.read)).toEqual({ kind: 'taken', taken: 2, known: 0, newer: 0 })
    expect(second.files.of(owner)).toMatchObject({ name: 'Plan.pdf', size: 10, problem: null })
    expect(await (await second.files.read(owner))!.text()).toBe('%PDF-paper')
    expect(await second.adoptWork(work.text, work.read)).toEqual({ kind: 'taken', taken: 0, known: 2, newer: 0 })
    secondDevice.server.clearFaults()
    secondDevice.clock.advance(60_000)
    await isUploaded(second)
    expect([documentsOn(secondDevice), await uploads.lastContent()]).toEqual([[`documents/${owner.id}`], '%PDF-paper'])
  })

  it.each([
    ['before', 0],
    ['while the other one is half-way', 1],
  ])('TAKE1 FILE11 arrive once, even if both devices send them: one %s', async (_, arrived) => {
    const { firstDevice, store, uploads, work, second } = await setupWithFile('%PDF-'.padEnd(1_200_000, 'long'))
    let parts = 0
    if (arrived > 0) {
      uploads.respond = ({ method }) =>
        method === 'PATCH' && ++parts > arrived ? { status: 503, body: {} } : undefined
      store.syncNow()
      await until(() => parts > arrived && !store.status.syncing)
      uploads.respond = () => undefined
    }
    await second.adoptWork(work.text, work.read)
    await isUploaded(second)
    store.syncNow()
    await allSent(store)
    await isUploaded(store)
    expect(uploads.started.map(({ state }) => state)).toEqual(['STORED'])
    expect([documentsOn(firstDevice).length, store.status.refusedFiles, second.status.refusedFiles]).toEqual([1, 0, 0])
  })

  it('TAKE2 TAKE3 are stored together with their record or not at all', async () => {
    const { work, secondDevice, second } = await setupWithFile()
    const fullStore = await secondDevice.open({ freeBytes: async () => 5 })
    await expect(fullStore.adoptWork(work.text, work.read)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await expect(second.adoptWork(work.text, noFiles)).rejects.toThrow('There are no files')
    expect([second.files.all, second.outbox(), await second.shared.all()]).toEqual([[], [], []])
  })

  it('TAKE2 TAKE4 replace an earlier file of their record but never a later one', async () => {
    const { firstDevice, store, work, second, owner } = await setupWithFile()
    await second.files.add(owner, pdf('%PDF-here', 'Here.pdf'))
    await second.adoptWork(work.text, work.read)
    const names = () => second.files.all.map(({ name }) => name)
    expect(names()).toEqual(['Here.pdf'])
    firstDevice.server.fault(/./, { kind: 'drop' }, 999)
    firstDevice.clock.advance(120_000)
    await store.files.add(owner, pdf('%PDF-later', 'Later.pdf'))
    const laterWork = await exportWork(store)
    await second.adoptWork(laterWork.text, laterWork.read)
    expect(names()).toEqual(['Later.pdf'])
  })

  it('TAKE2 include files shared by other apps, and those beyond the limit are counted', async () => {
    const { firstDevice, store, second, secondDevice } = await setupWithFile()
    const deps = { ...firstDevice.deps(), databasePrefix: firstDevice.prefix }
    await rememberIdentity(firstDevice.idb, ada, firstDevice.prefix)
    const cookies = async () => ({ person: ada.id, leaving: null })
    await storeSharedFiles({ ...deps, cookies }, [pdf('%PDF-from elsewhere', 'Mail.pdf')])
    firstDevice.server.fault(/./, { kind: 'drop' }, 999)
    await store.files.add({ entity: 'documents', id: uuid7('x') }, pdf('%PDF-other', 'Other.pdf'))
    const work = await exportWork(store)
    for (const failingIndex of [0, 1, 2]) {
      const read = (index: number) => (index === failingIndex ? noFiles() : work.read(index))
      await expect(second.adoptWork(work.text, read)).rejects.toThrow('There are no files')
      expect([failingIndex, second.files.all, await second.shared.all(), second.outbox()]).toEqual([
        failingIndex,
        [],
        [],
        [],
      ])
      const restarted = await secondDevice.open()
      expect([failingIndex, restarted.files.all]).toEqual([failingIndex, []])
    }
    await second.adoptWork(work.text, work.read)
    const [mail] = await second.shared.all()
    expect(await (await second.shared.open(mail!))!.text()).toBe('%PDF-from elsewhere')
    expect([work.leftOut, mail!.seen]).toEqual([0, false])
    const noop = () => {}
    const listener = { changed: noop, refused: noop, filesChanged: noop }
    const data = await openLocalData(firstDevice.deps(), new Tabs(undefined), listener)
    const sizes: number[] = []
    const partialWork = await unsentWork(
      { ...data, identity: ada },
      async ({ byteLength }) => void sizes.push(byteLength),
      12,
    )
    await data.close()
    expect([sizes.length, partialWork.leftOut]).toEqual([1, 2])
  })

  it('TAKE2 leave out shared files that the person has not confirmed, and count them', async () => {
    const { firstDevice, store, second } = await setupWithFile()
    const deps = { ...firstDevice.deps(), databasePrefix: firstDevice.prefix, isUnconfirmed: true }
    await rememberIdentity(firstDevice.idb, ada, firstDevice.prefix)
    await storeSharedFiles({ ...deps, cookies: async () => ({ person: ada.id, leaving: null }) }, [pdf('%PDF-sent')])
    const work = await exportWork(store)
    expect(work.leftOut).toBe(1)
    await second.adoptWork(work.text, work.read)
    expect(await second.shared.all()).toEqual([])
  })
})
