import { IDBFactory } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import type { Idb } from '#web/store/base/deps.ts'
import { ada, type Device, synced, until } from '#web/store/test/device.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { waitingNoted } from './lost-work.ts'
import { wipe } from '#web/store/wipe.ts'

async function setup(waiting: number) {
  const { device, store } = await setupStore()
  device.server.fault(/./, { kind: 'drop' }, 999)
  for (let n = 1; n <= waiting; n++) await store.create('projects', { name: `Wadi ${n}`, type: 'AGRICULTURE' })
  return { device, store }
}

async function evict(device: Device) {
  device.server.heal()
  const idb: Idb = { ...device.idb, indexedDB: new IDBFactory() }
  return device.open({ idb })
}

it('a browser that removes the databases loses pending changes, and the loss is reported until acknowledged', async () => {
  const { device, store } = await setup(2)
  await store.close()
  const again = await evict(device)
  expect(again.status.lost).toBe(2)
  await synced(again)
  expect(again.table('projects').size).toBe(1)
  expect((await device.open({ idb: device.idb })).status.lost).toBe(2)
  again.acknowledgeLost()
  expect([again.status.lost, [...device.words.values()]]).toMatchObject([0, []])
})

it('no loss is reported when nothing waited, or on a new device', async () => {
  const { device, store } = await setup(0)
  await store.close()
  expect([store.status.lost, (await evict(device)).status.lost]).toEqual([0, 0])
})

it('a disk that loses the end of the outbox loses pending changes, and the loss is reported until acknowledged', async () => {
  const { device, store } = await setup(2)
  await store.close()
  const words = [...device.words]
  const older = await setup(1)
  await older.store.close()
  for (const [key, word] of words) older.device.words.set(key.replace(device.prefix, older.device.prefix), word)
  const again = await older.device.open()
  expect(again.status).toMatchObject({ lost: 0, lostLately: 1, waiting: 1 })
  again.acknowledgeLost()
  await again.close()
  expect((await older.device.open()).status).toMatchObject({ lostLately: 0, waiting: 1 })
})

it('sent changes do not count as lost', async () => {
  const { device, store } = await setup(1)
  device.server.heal()
  device.clock.advance(600_000)
  await until(() => store.status.waiting === 0)
  await store.close()
  expect((await evict(device)).status.lost).toBe(0)
})

it('a restart without a removal reports nothing, and pending changes stay', async () => {
  const { device, store } = await setup(1)
  await store.close()
  expect(waitingNoted(device.deps().localStorage!, ada, device.prefix), 'for pages on which no store is open').toBe(1)
  expect((await device.open()).status).toMatchObject({ lost: 0, waiting: 1 })
})

it('a logout removes the count as well', async () => {
  const { device, store } = await setup(1)
  await store.close()
  await wipe({ ...device.deps(), openChannel: device.channels.open }, ada)
  expect([...device.words.keys()].filter((key) => !key.includes('hidden'))).toEqual([])
})
