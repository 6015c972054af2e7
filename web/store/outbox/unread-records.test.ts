// A newer version of the app has run on this device.
import { describe, expect, it } from 'vitest'
import { derivedId } from '#schema/records/derived-ids.ts'
import { databaseNameOf } from '#web/store/disk/database-name.ts'
import { openDatabase } from '#web/store/disk/database.ts'
import { sealedPeople } from '#web/store/disk/identity.ts'
import { orderKey } from './outbox-documents.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { ada, Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { wipe } from '#web/store/test/refusals.ts'
import { project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { disks } from '#web/store/test/sealing.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const day = 24 * 3_600_000
const change = (ops: readonly object[], id = uuid7('theirs')) => ({ id, at: '2026-03-01T00:00:00.000Z', ops })
const merge = { op: 'merge', entity: 'projects', id: uuid7('Merged'), into: uuid7('Other') }
const create = { op: 'create', entity: 'projects', id: uuid7('Made'), fields: { name: 'Made', type: 'AGRICULTURE' } }

const records: [string, unknown][] = [
  ['another kind', { kind: 'upload', format: 1, name: 'Theirs' }],
  ['a newer format', { kind: 'change', format: 2, change: change([create]) }],
  ['another operation', { kind: 'change', format: 1, change: change([create, merge]) }],
  [
    'another verb',
    {
      kind: 'change',
      format: 1,
      change: change([{ op: 'act', entity: 'projects', verb: 'split', id: uuid7('A'), fields: {} }]),
    },
  ],
  ['an operation that says more', { kind: 'change', format: 1, change: change([{ ...create, after: 3 }]) }],
  ['no operations', { kind: 'change', format: 1, change: { id: uuid7('theirs') } }],
  ['a list', [1, 2]],
  ['nothing', null],
  ['no format', { kind: 'change', change: change([create]) }],
]

async function leave(device: Device, text: string, id = orderKey(7, 'newer'), where: 'outbox' | 'device' = 'outbox') {
  const database = openDatabase(databaseNameOf(ada, device.prefix), device.idb, 'newer', disks.codec)
  const documents = database[where]
  const previous = await documents.get(id)
  await documents.write(previous ? { replace: [{ previous, document: { id, text } }] } : { insert: [{ id, text }] })
  await database.close()
}

async function setupNewerRecord(record: unknown) {
  const device = new Device()
  device.server.write(project('Harbour'), project('Tower'))
  await leave(device, typeof record === 'string' ? record : JSON.stringify(record))
  const store = await device.openSynced()
  const sentChanges = () => device.server.received.flatMap(({ body }) => body?.changes ?? [])
  return { device, store, sentChanges }
}

describe('records of a newer version', () => {
  it.each([...records, ['no JSON', 'sealed: {']] as [string, unknown][])(
    'GROW1 are kept on the disk and not sent: %s',
    async (_, record) => {
      const { device, store, sentChanges } = await setupNewerRecord(record)
      expect(store.status).toMatchObject({ unread: 1, waiting: 0, attention: 0 })
      const text = typeof record === 'string' ? record : JSON.stringify(record)
      expect(JSON.parse((await store.unsentWork(async () => {})).text)).toMatchObject({ records: [text] })
      await store.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
      await synced(store)
      device.clock.sleep(91 * day)
      await until(() => store.outbox().length === 0 && !store.status.syncing)
      expect(sentChanges().map(({ ops }) => ops[0])).toMatchObject([{ fields: { name: 'Mine' } }])
      expect(await storedTexts(device, 'outbox')).toEqual([expect.stringContaining(JSON.stringify(text))])
      await store.close()
      expect((await device.open()).status.unread).toBe(1)
    },
  )

  it('GROW1 are kept at any position in the outbox, and later changes are sent', async () => {
    const { device, store, sentChanges } = await setupNewerRecord({ kind: 'upload' })
    await leave(device, JSON.stringify({ kind: 'upload', format: 1 }), 'newer|7')
    await store.close()
    const restarted = await device.open()
    await restarted.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
    await synced(restarted)
    expect(restarted.status.unread).toBe(2)
    expect(sentChanges()).toHaveLength(1)
  })

  it('GROW1 are found and left unchanged by an open tab', async () => {
    const { device, store } = await setupNewerRecord({ kind: 'seen', format: 1, ids: [] })
    expect(store.status.unread).toBe(0)
    await leave(device, JSON.stringify({ kind: 'upload', format: 1 }), orderKey(9, 'newer'))
    store.syncNow()
    device.clock.advance(60_000)
    await until(() => store.status.unread === 1)
  })

  it('GROW1 count as unsent when the person is sealed', async () => {
    const { device } = await setupNewerRecord(records[1]![1])
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
    expect(await sealedPeople(device.idb, device.prefix)).toEqual([{ identity: ada, unsent: 1 }])
    expect((await storedTexts(device, 'outbox')).join()).toContain('Made')
  })

  it('GROW2 a change to a record that they may have changed waits with them; others are sent', async () => {
    const splitOperation = { op: 'split', entity: 'projects', id: uuid7('Harbour') }
    const { store, sentChanges } = await setupNewerRecord({
      kind: 'change',
      format: 1,
      change: change([splitOperation]),
    })
    const update = (name: string) => {
      const row = store.table('projects').get(uuid7(name))!
      return store.update('projects', row, { description: `Mine of ${name}` })
    }
    await update('Harbour')
    await update('Tower')
    await until(() => store.status.waiting === 1 && !store.status.syncing)
    expect(sentChanges().map(({ ops }) => ops[0]!.id)).toEqual([uuid7('Tower')])
    expect(store.table('projects').get(uuid7('Harbour'))!.description).toBe('Mine of Harbour')
  })

  it('GROW2 SEND2 a change that refers to such a record waits, and so do changes that build on it', async () => {
    const split = { op: 'split', entity: 'projects', id: uuid7('Harbour') }
    const { store, sentChanges } = await setupNewerRecord({ kind: 'change', format: 1, change: change([split]) })
    const createDocument = (name: string, projectId: string) =>
      store.create('documents', { name, type: 'REPORT', projectId, url: 'https://example.com/' })
    const made = await createDocument('Deed', uuid7('Harbour'))
    const freeId = await createDocument('Plan', uuid7('Tower'))
    if (!made.ok || !freeId.ok) throw new Error('A document was not created')
    await store.update('documents', store.table('documents').get(made.id)!, { name: 'Deed of 2026' })
    await until(() => store.status.waiting === 2 && !store.status.syncing)
    expect(sentChanges().map(({ ops }) => ops[0]!.id)).toEqual([freeId.id])
  })

  it('ACT14 GROW2 a change to a row that an act of theirs creates waits with it', async () => {
    const seed = uuid7('seed')
    const act = { op: 'act', entity: 'projects', verb: 'split', id: uuid7('Harbour'), fields: {}, seed }
    const { store, sentChanges } = await setupNewerRecord({ kind: 'change', format: 1, change: change([null!, act]) })
    const projectId = derivedId({ seed, changeId: '', index: 0 }, 'projects', 'second half')
    await store.create('documents', { name: 'Deed', type: 'REPORT', projectId, url: 'https://example.com/' })
    await store.create('documents', {
      name: 'Plan',
      type: 'REPORT',
      projectId: uuid7('Tower'),
      url: 'https://example.com/',
    })
    await until(() => store.status.waiting === 1 && !store.status.syncing)
    expect(sentChanges().map(({ ops }) => ops[0])).toMatchObject([{ fields: { name: 'Plan' } }])
  })

  it.each([
    ['discarded it', (id: string) => ({ kind: 'discard', format: 2, of: [id] })],
    [
      'stored its verdict',
      (id: string) => ({ kind: 'receipt', format: 2, epoch: '', verdicts: [{ id, verdict: 'split' }], superseded: [] }),
    ],
  ])('GROW2 a change that they mention is not sent: the newer version may have %s', async (_, recordOf) => {
    const { device, store } = await setupStore()
    device.server.fault(/./, { kind: 'drop' }, 99)
    await store.create('projects', { name: 'Regretted', type: 'AGRICULTURE' })
    const { id } = store.outbox()[0]!
    await store.close()
    device.server.clearFaults()
    device.server.received.length = 0
    await leave(device, JSON.stringify(recordOf(id)))
    const restarted = await device.open()
    await until(
      () => restarted.status.hasAllRows && restarted.status.connection === 'online' && !restarted.status.syncing,
    )
    expect(restarted.status).toMatchObject({ waiting: 1, unread: 0 })
    expect(device.server.received.filter(({ body }) => body)).toEqual([])
  })

  it('GROW2 a revoked device is not wiped while a change waits for the newer version', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    let revoked = 0
    const store = await device.openSynced({ onRevoked: () => void revoked++ })
    await store.close()
    const receiptText = { kind: 'receipt', format: 3, about: uuid7('Harbour') }
    await leave(device, JSON.stringify(receiptText))
    const restarted = await device.openSynced({ onRevoked: () => void revoked++ })
    const row = restarted.table('projects').get(uuid7('Harbour'))!
    await restarted.update('projects', row, { description: 'Mine' })
    expect(restarted.status).toMatchObject({ unread: 0, waiting: 1 })
    device.server.fault(/feed$/, wipe, 9)
    restarted.syncNow()
    await until(() => restarted.status.connection === 'signed-out' && !restarted.status.syncing)
    expect(revoked).toBe(0)
  })

  it('GROW2 receipts about such a change are kept as long as the change', async () => {
    const { device, store } = await setupNewerRecord({ kind: 'change', format: 2, change: change([create]) })
    await store.close()
    await leave(device, JSON.stringify({ kind: 'discard', format: 1, ids: [uuid7('theirs')] }), orderKey(8, 'newer'))
    const restarted = await device.open()
    await restarted.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
    await synced(restarted)
    device.clock.sleep(91 * day)
    await until(() => restarted.outbox().length === 0 && !restarted.status.syncing)
    expect((await storedTexts(device, 'outbox')).join()).toContain('discard')
  })

  it.each(['sealed: {', '[3]', '{"device":7}', '{"client":null,"lastSync":"today"}'])(
    'GROW1 GROW10 unreadable drafts and device notes are unchanged: %s',
    async (text) => {
      const device = new Device()
      await leave(device, text, 'note', 'device')
      await leave(device, text, 'drafts newer', 'device')
      device.server.write(project('Harbour'))
      const store = await device.openSynced()
      expect(await store.adoptDraft('new')).toBeNull()
      await store.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
      await synced(store)
      expect(store.status.lastSync).not.toBeNull()
      const storedNotes = (await storedTexts(device, 'device')).filter((each) => each.includes(JSON.stringify(text)))
      expect(storedNotes).toHaveLength(2)
    },
  )
})
