import { describe, expect, it } from 'vitest'
import type { Codec } from '#web/store/base/codec.ts'
import { sealedPeople } from '#web/store/disk/identity.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'
import { Device, ada, synced, uuid7 } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { disks } from '#web/store/test/sealing.ts'

const failingCodec = (marker: string): Codec => ({
  ...disks.codec,
  async open(sealed) {
    const text = await disks.codec.open(sealed)
    if (text.includes(marker)) throw new Error('This was not sealed')
    return text
  },
})

async function setupUnreadable(word: string) {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour'))
  const store = await device.openSynced()
  server.fault(/./, { kind: 'drop' }, 99)
  await store.create('projects', { name: 'Torn', type: 'AGRICULTURE' })
  await store.close()
  server.clearFaults()
  server.received.length = 0
  return { device, server, codec: failingCodec(word) }
}

describe('a text that cannot be opened', () => {
  it('GROW1 GROW10 in the outbox is kept and counted, and other changes are sent', async () => {
    const { device, codec } = await setupUnreadable('Torn')
    const store = await device.open({ codec })
    await store.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
    await synced(store)
    expect(store.status).toMatchObject({ unread: 1, waiting: 0 })
    expect([...store.table('projects').all()].map(({ name }) => name).sort()).toEqual(['Harbour', 'Mine'])
    await store.close()
    expect((await storedTexts(device, 'outbox')).join()).toContain('Torn')
    const repaired = await device.openSynced()
    expect([...repaired.table('projects').all()].map(({ name }) => name).sort()).toEqual(['Harbour', 'Mine', 'Torn'])
  })

  it('GROW1 is never read as a record even if it looks like one', async () => {
    const { device } = await setupUnreadable('Torn')
    const codec: Codec = {
      ...disks.codec,
      seal: (text) => text,
      open: () => Promise.reject(new Error('This was not sealed')),
    }
    const store = await device.openSynced({ codec })
    expect(store.status).toMatchObject({ unread: 1, waiting: 0 })
    expect(device.server.received.filter(({ body }) => body)).toEqual([])
  })

  it('FOLD4 GROW11 in the feed leads to a new, complete set', async () => {
    const { device, server, codec } = await setupUnreadable('Harbour')
    const store = await device.open({ codec: { ...codec, seal: disks.codec.seal } })
    expect(store.table('projects').size).toBe(1)
    server.write(project('Quay', { description: 'new' }))
    await synced(store)
    expect(server.requests(/feed$/)[0]!.query.get('after')).toBe('0')
    expect(store.table('projects').get(uuid7('Quay'))).toBeDefined()
    expect(device.reported).toEqual([])
  })

  it('WHO5 is sealed and counted, and the rows are deleted', async () => {
    const { device, codec } = await setupUnreadable('Torn')
    await evictPerson({ ...device.deps({ codec }), databasePrefix: device.prefix }, ada)
    expect(await sealedPeople(device.idb, device.prefix)).toEqual([{ identity: ada, unsent: 1 }])
    const remaining = await device.idb.indexedDB.databases()
    expect(remaining.filter(({ name }) => name!.endsWith('feed'))).toEqual([])
  })

  it('WHO5 does not prevent the deletion of rows, even if the outbox cannot be read at all', async () => {
    const { device } = await setupUnreadable('Torn')
    const deps = device.deps({
      newId: () => {
        throw new Error('No id')
      },
    })
    await expect(evictPerson({ ...deps, databasePrefix: device.prefix }, ada)).rejects.toThrow('No id')
    const remaining = await device.idb.indexedDB.databases()
    expect(remaining.filter(({ name }) => name!.endsWith('feed'))).toEqual([])
  })
})
