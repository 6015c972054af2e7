import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import type { Idb } from '#web/store/base/deps.ts'
import { ada, type Device, synced, until } from '#web/store/test/device.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { storedWaitingCount } from './lost-work.ts'
import { wipe } from '#web/store/wipe.ts'

async function setup(waiting: number) {
  const { device, store } = await setupStore()
  device.server.fault(/./, { kind: 'drop' }, 999)
  for (let n = 1; n <= waiting; n++) await store.create('projects', { name: `Wadi ${n}`, type: 'AGRICULTURE' })
  return { device, store }
}

async function evict(device: Device) {
  device.server.clearFaults()
  const idb: Idb = { ...device.idb, indexedDB: new IDBFactory() }
  return device.open({ idb })
}

it('if the browser removes the databases, the loss of pending changes is reported until acknowledged', async () => {
  const { device, store } = await setup(2)
  await store.close()
  const restarted = await evict(device)
  expect(restarted.status.lost).toBe(2)
  await synced(restarted)
  expect(restarted.table('projects').size).toBe(1)
  expect((await device.open({ idb: device.idb })).status.lost).toBe(2)
  restarted.acknowledgeLost()
  expect([restarted.status.lost, [...device.localStorageEntries.values()]]).toMatchObject([0, []])
})

it('no loss is reported if nothing was pending or on a new device', async () => {
  const { device, store } = await setup(0)
  await store.close()
  expect([store.status.lost, (await evict(device)).status.lost]).toEqual([0, 0])
})

it('if the disk loses the end of the outbox, the loss of pending changes is reported until acknowledged', async () => {
  const { device, store } = await setup(2)
  await store.close()
  const entries = [...device.localStorageEntries]
  const older = await setup(1)
  await older.store.close()
  for (const [key, text] of entries)
    older.device.localStorageEntries.set(key.replace(device.prefix, older.device.prefix), text)
  const restarted = await older.device.open()
  expect(restarted.status).toMatchObject({ lost: 0, lostLately: 1, waiting: 1 })
  restarted.acknowledgeLost()
  await restarted.close()
  expect((await older.device.open()).status).toMatchObject({ lostLately: 0, waiting: 1 })
})

it('sent changes do not count as lost', async () => {
  const { device, store } = await setup(1)
  device.server.clearFaults()
  device.clock.advance(600_000)
  await until(() => store.status.waiting === 0)
  await store.close()
  expect((await evict(device)).status.lost).toBe(0)
})

it('a normal restart reports no loss and keeps pending changes', async () => {
  const { device, store } = await setup(1)
  await store.close()
  expect(
    storedWaitingCount(device.deps().localStorage!, ada, device.prefix),
    'for pages on which no store is open',
  ).toBe(1)
  expect((await device.open()).status).toMatchObject({ lost: 0, waiting: 1 })
})

it('signing out also removes the count', async () => {
  const { device, store } = await setup(1)
  await store.close()
  await wipe({ ...device.deps(), openChannel: device.channels.open }, ada)
  expect([...device.localStorageEntries.keys()].filter((key) => !key.includes('hidden'))).toEqual([])
})
