// An older version of the app has run on this device. The records are those of the first protocol.
import { expect, it } from 'vitest'
import { databaseNameOf } from '#web/store/disk/database-name.ts'
import { openDatabase } from '#web/store/disk/database.ts'
import { orderKey } from './outbox-documents.ts'
import { ada, Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { disks } from '#web/store/test/sealing.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const at = '2026-02-01T00:00:00.000Z'
const [harbour, tower, madeId] = [uuid7('Harbour'), uuid7('Tower'), uuid7('Made')]
const change = (name: string, op: object, overrides: object = {}) => ({
  kind: 'change',
  format: 1,
  change: { id: uuid7(name), at, ops: [op] },
  ...overrides,
})
const update = (id: string, name: string, was: string) => ({
  op: 'update',
  entity: 'projects',
  id,
  fields: { name },
  base: { name: was },
})

const applied = change('applied', update(tower, 'Tower of old', 'Tower'))
const refused = change('refused', update(tower, 'Refused', 'Tower'))
const discarded = change('discarded', update(tower, 'Regretted', 'Tower'))
const create = change('create', {
  op: 'create',
  entity: 'projects',
  id: madeId,
  fields: { name: 'Made', type: 'AGRICULTURE' },
})
const rename = change('rename', { ...update(harbour, 'Harbour of old', 'Harbour'), seen: 1 })
const retry = change('retry', update(madeId, 'Made of old', 'Made'), { retries: [refused.change.id] })
const receipt = {
  kind: 'receipt',
  format: 1,
  epoch: 'epoch-1',
  verdicts: [
    { id: applied.change.id, verdict: 'applied', number: 1 },
    { id: refused.change.id, verdict: 'rejected', number: null, code: 'VALIDATION', errors: { name: 'Wrong' } },
  ],
  superseded: [],
}
const unknown = {
  kind: 'parcel',
  format: 1,
  change: { id: uuid7('parcel'), at, ops: [update(tower, 'Parcel', 'Tower')] },
}
const records = [
  applied,
  refused,
  receipt,
  discarded,
  { kind: 'discard', format: 1, ids: [discarded.change.id, refused.change.id] },
  create,
  rename,
  retry,
  unknown,
]

it('GROW1 an older version’s outbox is sent once, in order and in today’s format; unknown records stay unchanged', async () => {
  const device = new Device()
  device.server.write(project('Harbour'), project('Tower'))
  const database = openDatabase(databaseNameOf(ada, device.prefix), device.idb, 'older', disks.codec)
  const insert = records.map((record, index) => ({ id: orderKey(index + 1, 'older'), text: JSON.stringify(record) }))
  await database.outbox.write({ insert })
  await database.close()
  // The first response is lost, so the same bytes are sent again.
  device.server.fault(/changes$/, { kind: 'lose' })

  const store = await device.open()
  const other = await device.open()
  await device.advanceMinutes(store)
  await synced(store)
  const [first, second, ...otherRequests] = device.server.requests(/changes$/)
  expect([second?.text, otherRequests]).toEqual([first?.text, []])
  expect(first?.body).toEqual({
    client: expect.any(String),
    known: { number: 1, mark: device.server.markOf(1) },
    changes: [create.change, rename.change, retry.change],
  })
  expect(device.server.row('projects', madeId)).toMatchObject({ name: 'Made of old', type: 'AGRICULTURE' })
  expect(device.server.row('projects', harbour)).toMatchObject({ name: 'Harbour of old' })
  expect(device.server.row('projects', tower)).toMatchObject({ name: 'Tower' })
  expect(store.status).toMatchObject({ waiting: 0, attention: 0, unread: 1 })

  await store.close()
  await other.close()
  device.server.received.length = 0
  const restarted = await device.openSynced()
  restarted.syncNow()
  await until(() => device.server.requests(/feed$/).length > 1 && !restarted.status.syncing)
  expect(device.server.requests(/changes$/)).toEqual([])
  const unknownTexts = (await storedTexts(device, 'outbox')).filter((each) => each.includes('parcel'))
  expect(unknownTexts).toEqual([expect.stringContaining(JSON.stringify(JSON.stringify(unknown)))])
})
