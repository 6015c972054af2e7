import { describe, expect, it } from 'vitest'
import { Device, synced, until } from './test/device.ts'
import { project } from './test/rows.ts'
import { storedTexts } from './test/stored-texts.ts'

const day = 24 * 3_600_000

describe('the ledger', () => {
  it('forgets what was settled after ninety days, and nothing that waits or needs attention', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    const store = await device.open()
    await synced(store)
    await store.create('projects', { name: 'Settled', type: 'AGRICULTURE' })
    await store.create('projects', { name: 'refuse me', type: 'AGRICULTURE' })
    await until(() => store.status.waiting === 0 && store.status.attention === 1 && !store.status.syncing)
    device.clock.sleep(91 * day)
    await until(() => store.ledger().length === 1 && !store.status.syncing)
    expect(store.ledger()[0]!.state).toBe('attention')
    expect((await storedTexts(device, 'outbox')).join()).not.toContain('Settled')
    await store.close()
    const again = await device.open()
    expect(again.ledger()).toHaveLength(1)
    expect(again.status.attention).toBe(1)
  })

  it('forgets what is durable a day after', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    const store = await device.open()
    await synced(store)
    await store.create('projects', { name: 'Safe', type: 'AGRICULTURE' })
    await synced(store)
    expect(store.ledger()[0]!.state).toBe('settled')
    device.server.write(project('Tower'))
    device.server.durable = 3
    store.syncNow()
    await until(() => store.ledger()[0]?.state === 'durable')
    device.clock.advance(1.5 * day)
    await until(() => store.ledger().length === 0)
  })
})
