import { describe, expect, it, vi } from 'vitest'
import { forgetSealed, rememberedIdentity, rememberIdentity, sealedPeople } from './disk/identity.ts'
import { evictPerson } from './evict-person.ts'
import { storedTexts } from './test/stored-texts.ts'
import { ada, synced, until } from './test/device.ts'
import { setupStore } from './test/setup-store.ts'
import { wipe } from './wipe.ts'

const grace = { ...ada, id: 'user-2', firstName: 'Grace' }

async function setupWithUnsent() {
  const { device, store } = await setupStore()
  await store.create('projects', { name: 'refuse me', type: 'AGRICULTURE' })
  await until(() => store.status.attention === 1 && !store.status.syncing)
  device.server.fault(/./, { kind: 'drop' }, 99)
  await store.create('projects', { name: 'Unsent', type: 'AGRICULTURE' })
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
  const evict = () => evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
  const sealed = () => sealedPeople(device.idb, device.prefix)
  return { device, store, evict, sealed }
}

describe('sealing', () => {
  it('WHO5 removes the rows from the device and every tab but keeps unsent changes', async () => {
    const { device, store, evict, sealed } = await setupWithUnsent()
    expect(await storedTexts(device, 'feed')).not.toEqual([])
    await evict()
    await until(() => store.status.connection === 'signed-out')
    expect(store.table('projects').size).toBe(0)
    const remaining = await device.idb.indexedDB.databases()
    expect(remaining.filter(({ name }) => name!.endsWith('feed'))).toEqual([])
    const outbox = (await storedTexts(device, 'outbox')).join()
    expect(outbox).toContain('Unsent')
    expect(outbox).not.toContain('Harbour')
    expect(await sealed()).toEqual([{ identity: ada, unsent: 2 }])
  })

  it('WHO4 WHO5 waits until every tab has saved the drafts of its forms', async () => {
    const { device, evict } = await setupWithUnsent()
    const tab = await device.open({ onOtherPerson: () => void tab.saveDrafts({ new: { name: 'Half a name' } }) })
    await evict()
    await until(() => tab.isClosed)
    const restarted = await device.open()
    expect(await restarted.adoptDraft('new')).toEqual({ name: 'Half a name' })
  })

  it('WHO5 WHO13 keeps the rows of a person who returns before every tab has closed the store', async () => {
    const { device } = await setupWithUnsent()
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada, () => false)
    expect(await storedTexts(device, 'feed')).not.toEqual([])
  })

  it('WHO5 lasts until the person returns: unsent changes are still there and are sent', async () => {
    const { device, evict, sealed } = await setupWithUnsent()
    await evict()
    await evict()
    await forgetSealed(device.idb, ada.id, device.prefix)
    expect(await sealed()).toEqual([])
    device.server.clearFaults()
    const restarted = await device.open()
    expect(restarted.status).toMatchObject({ waiting: 1, attention: 1 })
    await synced(restarted)
    expect(device.server.rows.size).toBe(2)
    expect(restarted.table('projects').size).toBe(2)
  })

  it('WHO7 recreates nothing for a person who has signed out', async () => {
    const { device, evict } = await setupWithUnsent()
    await wipe(device.deps(), ada)
    await evict()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO5 survives another person’s sign-out', async () => {
    const { device, evict, sealed } = await setupWithUnsent()
    await evict()
    await rememberIdentity(device.idb, grace, device.prefix)
    await wipe(device.deps(), grace)
    expect(await sealed()).toHaveLength(1)
    await wipe(device.deps(), ada)
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })
})

describe('a wipe', () => {
  it('WHO7 deletes nothing if the person has returned since another tab finished', async () => {
    const { device, store } = await setupWithUnsent()
    const endSignOut = vi.fn<() => void>()
    expect(await wipe(device.deps(), ada, { isOpen: () => false, end: endSignOut })).toBe('gone')
    expect(store.isClosed).toBe(false)
    expect((await storedTexts(device, 'outbox')).join()).toContain('Unsent')
    const isOpenValues = [true, false]
    await wipe(device.deps(), ada, { isOpen: () => isOpenValues.shift()!, end: endSignOut })
    expect((await storedTexts(device, 'outbox')).join()).toContain('Unsent')
    expect(endSignOut).not.toHaveBeenCalled()
    await wipe(device.deps(), ada, { isOpen: () => true, end: endSignOut })
    expect(endSignOut).toHaveBeenCalledOnce()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO7 WHO20 is not complete until the deleted data is scrubbed from the browser’s files', async () => {
    const { device } = await setupWithUnsent()
    const { indexedDB } = device.idb
    let isScrubbing = false
    const open: IDBFactory['open'] = (name, version) => {
      if (!name.endsWith('-sweep')) return indexedDB.open(name, version)
      isScrubbing = true
      return {} as IDBOpenDBRequest
    }
    const idb = { ...device.idb, indexedDB: Object.assign(Object.create(indexedDB) as IDBFactory, { open }) }
    const endSignOut = vi.fn<() => void>()
    const pendingSignOut = { isOpen: () => true, end: endSignOut }
    const wiped = wipe({ ...device.deps(), idb }, ada, pendingSignOut)
    await until(() => isScrubbing)
    device.clock.advance(5_000)
    expect([await wiped, endSignOut.mock.calls]).toEqual(['gone', []])
    expect(await wipe(device.deps(), ada, pendingSignOut)).toBe('gone')
    expect(endSignOut).toHaveBeenCalledOnce()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO7 keeps the person remembered if it is interrupted, so that the next start continues it', async () => {
    const { device } = await setupWithUnsent()
    await rememberIdentity(device.idb, ada, device.prefix)
    const { indexedDB } = device.idb
    const deleteDatabase = () => {
      throw new Error('The power is gone')
    }
    const idb = { ...device.idb, indexedDB: Object.assign(Object.create(indexedDB) as IDBFactory, { deleteDatabase }) }
    await expect(wipe({ ...device.deps(), idb }, ada)).rejects.toThrow('The power is gone')
    expect(await rememberedIdentity(device.idb, device.prefix)).toEqual(ada)
    await wipe(device.deps(), ada)
    expect(await rememberedIdentity(device.idb, device.prefix)).toBeNull()
  })
})
