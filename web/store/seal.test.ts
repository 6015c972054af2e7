import { describe, expect, it, vi } from 'vitest'
import { forgetSealed, rememberedIdentity, rememberIdentity, sealedPeople } from './disk/identity.ts'
import { seal } from './seal.ts'
import { storedTexts } from './test/stored-texts.ts'
import { ada, synced, until } from './test/device.ts'
import { setupStore } from './test/setup-store.ts'
import { wipe } from './wipe.ts'

const grace = { ...ada, id: 'user-2', firstName: 'Grace' }

async function setupWorked() {
  const { device, store } = await setupStore()
  await store.create('projects', { name: 'refuse me', type: 'AGRICULTURE' })
  await until(() => store.status.attention === 1 && !store.status.syncing)
  device.server.fault(/./, { kind: 'drop' }, 99)
  await store.create('projects', { name: 'Unsent', type: 'AGRICULTURE' })
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
  const sealIt = () => seal({ ...device.deps(), databasePrefix: device.prefix }, ada)
  const sealed = () => sealedPeople(device.idb, device.prefix)
  return { device, store, sealIt, sealed }
}

describe('sealing', () => {
  it('WHO5 removes the rows from the device and from every tab, and leaves unsent changes', async () => {
    const { device, store, sealIt, sealed } = await setupWorked()
    expect(await storedTexts(device, 'feed')).not.toEqual([])
    await sealIt()
    await until(() => store.status.connection === 'signed-out')
    expect(store.table('projects').size).toBe(0)
    const left = await device.idb.indexedDB.databases()
    expect(left.filter(({ name }) => name!.endsWith('feed'))).toEqual([])
    const outbox = (await storedTexts(device, 'outbox')).join()
    expect(outbox).toContain('Unsent')
    expect(outbox).not.toContain('Harbour')
    expect(await sealed()).toEqual([{ identity: ada, unsent: 2 }])
  })

  it('WHO4 WHO5 waits until every tab has saved the drafts of its forms', async () => {
    const { device, sealIt } = await setupWorked()
    const tab = await device.open({ onOtherPerson: () => void tab.saveDrafts({ new: { name: 'Half a name' } }) })
    await sealIt()
    await until(() => tab.isClosed)
    const again = await device.open()
    expect(await again.adoptDraft('new')).toEqual({ name: 'Half a name' })
  })

  it('WHO5 WHO13 leaves the rows of a person who returns before every tab has closed the store', async () => {
    const { device } = await setupWorked()
    await seal({ ...device.deps(), databasePrefix: device.prefix }, ada, () => false)
    expect(await storedTexts(device, 'feed')).not.toEqual([])
  })

  it('WHO5 lasts until the person returns: what they entered is still there and is sent', async () => {
    const { device, sealIt, sealed } = await setupWorked()
    await sealIt()
    await sealIt()
    await forgetSealed(device.idb, ada.id, device.prefix)
    expect(await sealed()).toEqual([])
    device.server.heal()
    const again = await device.open()
    expect(again.status).toMatchObject({ waiting: 1, attention: 1 })
    await synced(again)
    expect(device.server.rows.size).toBe(2)
    expect(again.table('projects').size).toBe(2)
  })

  it('WHO7 creates nothing again for a person who has logged out', async () => {
    const { device, sealIt } = await setupWorked()
    await wipe(device.deps(), ada)
    await sealIt()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO5 survives another person’s logout', async () => {
    const { device, sealIt, sealed } = await setupWorked()
    await sealIt()
    await rememberIdentity(device.idb, grace, device.prefix)
    await wipe(device.deps(), grace)
    expect(await sealed()).toHaveLength(1)
    await wipe(device.deps(), ada)
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })
})

describe('a wipe', () => {
  it('WHO7 deletes nothing if the person has returned since another tab finished', async () => {
    const { device, store } = await setupWorked()
    const end = vi.fn<() => void>()
    expect(await wipe(device.deps(), ada, { isOpen: () => false, end })).toBe('gone')
    expect(store.isClosed).toBe(false)
    expect((await storedTexts(device, 'outbox')).join()).toContain('Unsent')
    const answers = [true, false]
    await wipe(device.deps(), ada, { isOpen: () => answers.shift()!, end })
    expect((await storedTexts(device, 'outbox')).join()).toContain('Unsent')
    expect(end).not.toHaveBeenCalled()
    await wipe(device.deps(), ada, { isOpen: () => true, end })
    expect(end).toHaveBeenCalledOnce()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO7 WHO20 is not complete until the deleted data is scrubbed from the browser’s files', async () => {
    const { device } = await setupWorked()
    const { indexedDB } = device.idb
    let isAsked = false
    const open: IDBFactory['open'] = (name, version) => {
      if (!name.endsWith('-sweep')) return indexedDB.open(name, version)
      isAsked = true
      return {} as IDBOpenDBRequest
    }
    const idb = { ...device.idb, indexedDB: Object.assign(Object.create(indexedDB) as IDBFactory, { open }) }
    const end = vi.fn<() => void>()
    const leave = { isOpen: () => true, end }
    const wiped = wipe({ ...device.deps(), idb }, ada, leave)
    await until(() => isAsked)
    device.clock.advance(5_000)
    expect([await wiped, end.mock.calls]).toEqual(['gone', []])
    expect(await wipe(device.deps(), ada, leave)).toBe('gone')
    expect(end).toHaveBeenCalledOnce()
    expect(await device.idb.indexedDB.databases()).toEqual([])
  })

  it('WHO7 leaves the person remembered when it is interrupted, so that the next start continues it', async () => {
    const { device } = await setupWorked()
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
