import { describe, expect, it } from 'vitest'
import { databaseNameOf, lockNameOf } from '#web/store/disk/database-name.ts'
import { forgetIdentity, rememberedIdentity, rememberIdentity } from '#web/store/disk/identity.ts'
import { sendUnsent } from './send-unsent.ts'
import { ada, Device, synced, until } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { wipe } from '#web/store/wipe.ts'

async function setupClosedPage() {
  const device = new Device()
  device.server.write(project('Harbour'))
  await rememberIdentity(device.idb, ada, device.prefix)
  const store = await device.openSynced()
  device.server.fault(/./, { kind: 'drop' }, 1_000)
  await store.create('projects', { name: 'Unsent', type: 'AGRICULTURE' })
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
  await store.close()
  device.server.clearFaults()
  return device
}

describe('the worker', () => {
  it('sends pending changes if no page is open, without opening a stream', async () => {
    const device = await setupClosedPage()
    const hints = device.hints.length
    expect(await sendUnsent(device.deps())).toBe('sent')
    expect(device.server.rows.size).toBe(2)
    expect(device.hints).toHaveLength(hints)
    expect(await sendUnsent(device.deps())).toBe('nothing')
    const page = await device.openSynced()
    expect(page.table('projects').size).toBe(2)
    expect(page.outbox()[0]!.state).toBe('settled')
  })

  it('SEND9 leaves sending to a page that holds the lock', async () => {
    const device = await setupClosedPage()
    const page = await device.open()
    expect(await sendUnsent(device.deps())).toBe('busy')
    await synced(page)
  })

  it('rejects if the server is unreachable, and releases everything', async () => {
    const device = await setupClosedPage()
    device.server.fault(/changes/, { kind: 'drop' })
    await expect(sendUnsent(device.deps())).rejects.toThrow('left to be sent')
    expect(device.locks.isHeld(lockNameOf(databaseNameOf(ada, device.prefix)))).toBe(false)
    expect(await sendUnsent(device.deps())).toBe('sent')
  })

  it('HIST5 detects a new epoch, reads the feed and resends lost changes', async () => {
    const device = new Device()
    const { server } = device
    server.write(project('Harbour'))
    await rememberIdentity(device.idb, ada, device.prefix)
    const store = await device.openSynced()
    const backup = server.takeBackup()
    await store.create('projects', { name: 'Lost', type: 'AGRICULTURE' })
    await synced(store)
    server.fault(/./, { kind: 'drop' }, 1_000)
    await store.create('projects', { name: 'Unsent', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await store.close()
    server.clearFaults()
    backup()
    server.write(project('Theirs'))
    expect(await sendUnsent(device.deps())).toBe('sent')
    expect([...server.rows.values()].map(({ fields }) => fields!['name'])).toEqual([
      'Harbour',
      'Theirs',
      'Lost',
      'Unsent',
    ])
  })

  it('does nothing without a signed-in person', async () => {
    const device = await setupClosedPage()
    await forgetIdentity(device.idb, device.prefix)
    expect(await sendUnsent(device.deps())).toBe('nothing')
  })
})

describe('a remembered identity', () => {
  it('is the latest one until it is forgotten', async () => {
    const { idb, prefix } = new Device()
    expect(await rememberedIdentity(idb, prefix)).toBeNull()
    await rememberIdentity(idb, ada, prefix)
    const grace = { ...ada, id: 'user-2', firstName: 'Grace' }
    await rememberIdentity(idb, grace, prefix)
    expect(await rememberedIdentity(idb, prefix)).toEqual(grace)
    await forgetIdentity(idb, prefix)
    expect(await rememberedIdentity(idb, prefix)).toBeNull()
  })
})

describe('a wipe', () => {
  it('deletes everything of the person, including database names, while two tabs are open', async () => {
    const device = await setupClosedPage()
    const [first, second] = [await device.open(), await device.open()]
    await until(() => first.status.hasAllRows && second.status.hasAllRows)
    expect(await wipe(device.deps(), ada)).toBe('gone')
    await until(() => first.status.connection === 'signed-out' && second.status.connection === 'signed-out')
    expect(first.table('projects').size + second.table('projects').size).toBe(0)
    expect((await device.idb.indexedDB.databases()).map(({ name }) => name)).toEqual([])
  })

  it('does not affect another person of this device', async () => {
    const device = await setupClosedPage()
    const grace = { ...ada, id: 'user-2' }
    device.server.signedIn = grace.id
    const other = await device.openSynced({ identity: grace })
    await other.create('projects', { name: 'Hers', type: 'AGRICULTURE' })
    await synced(other)
    await rememberIdentity(device.idb, grace, device.prefix)
    await wipe(device.deps(), ada)
    expect(other.table('projects').size).toBe(2)
    expect(await rememberedIdentity(device.idb, device.prefix)).toEqual(grace)
    const names = (await device.idb.indexedDB.databases()).map(({ name }) => name!)
    expect(names.filter((name) => name.includes(databaseNameOf(ada, device.prefix)))).toEqual([])
  })

  it('does not wait forever for a frozen tab', async () => {
    const device = await setupClosedPage()
    const { freeze } = await device.openFreezable()
    freeze()
    const wiped = wipe(device.deps(), ada)
    await until(() => device.clock.waits.includes(5_000))
    device.clock.advance(5_000)
    expect(await wiped).toBe('gone')
  })
})
