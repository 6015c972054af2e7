import { describe, expect, it } from 'vitest'
import { entriesToPrune } from './prune-outbox.ts'
import type { Entry } from './outbox-entry.ts'
import { synced, until } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const day = 24 * 3_600_000

describe('the outbox', () => {
  it('BACK16 removes settled changes after 90 days, but not pending ones or those that need attention', async () => {
    const { device, store } = await setupStore()
    await store.create('projects', { name: 'Settled', type: 'AGRICULTURE' })
    await store.create('projects', { name: 'refuse me', type: 'AGRICULTURE' })
    await until(() => store.status.waiting === 0 && store.status.attention === 1 && !store.status.syncing)
    device.clock.sleep(91 * day)
    await until(() => store.outbox().length === 1 && !store.status.syncing)
    expect(store.outbox()[0]!.state).toBe('attention')
    expect((await storedTexts(device, 'outbox')).join()).not.toContain('Settled')
    await store.close()
    const restarted = await device.open()
    expect(restarted.outbox()).toHaveLength(1)
    expect(restarted.status.attention).toBe(1)
  })

  it('BACK15 keeps durable changes as long as others, because an older backup may be restored', async () => {
    const { device, store } = await setupStore()
    await store.create('projects', { name: 'Safe', type: 'AGRICULTURE' })
    await synced(store)
    expect(store.outbox()[0]!.state).toBe('settled')
    device.server.write(project('Tower'))
    device.server.durable = 3
    store.syncNow()
    await until(() => store.outbox()[0]?.state === 'durable')
    device.clock.sleep(80 * day)
    await until(() => !store.status.syncing)
    expect(store.outbox()).toHaveLength(1)
    device.clock.sleep(11 * day)
    await until(() => store.outbox().length === 0)
  })

  it('BACK4 BACK15 measures a change’s age from its receipt, not from its creation', async () => {
    const { device, store } = await setupStore()
    device.server.fault(/./, { kind: 'drop' }, 9)
    await store.create('projects', { name: 'Long offline', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await store.close()
    device.clock.advance(91 * day)
    device.server.clearFaults()
    const again = await device.openSynced()
    device.clock.advance(60_000)
    await until(() => !again.status.syncing)
    expect(again.outbox()).toHaveLength(1)
    await again.close()
    device.clock.advance(91 * day)
    const lastStore = await device.open()
    await until(() => lastStore.outbox().length === 0)
  })

  it('BACK4 BACK15 keeps changes that weekly backups may lack, even beyond the size limit', () => {
    const entry = (id: number, number: number | null): Entry =>
      ({ change: { id: String(id), at: '2026-01-01T00:00:00.000Z' }, verdict: { number }, receivedAt: 0 }) as Entry
    const settled = Array.from({ length: 6_000 }, (_, n) => entry(n, n + 1))
    const countPruned = (state: 'settled' | 'durable', age: number) => [...entriesToPrune(settled, () => state, age)]
    expect(countPruned('settled', 36 * day)).toEqual([])
    expect(countPruned('durable', 34 * day)).toEqual([])
    expect(countPruned('durable', 36 * day)).toEqual(Array.from({ length: 1_000 }, (_, n) => String(n)))
    const wroteNothing = [entry(-1, null), ...settled]
    expect([...entriesToPrune(wroteNothing, () => 'settled', 0)]).toEqual(['-1'])
  })
})
