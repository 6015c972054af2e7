import { describe, expect, it } from 'vitest'
import { Device, synced, uuid7 } from './test/device.ts'

const project = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: null,
  type: 'REAL_ESTATE',
  status: 'FUNDED',
  isVisibleToInvestors: true,
  location: null,
  targetAmount: '1000.00',
  raisedAmount: '0.00',
  actualTotalInvested: '0.00',
  currency: 'USD',
  expectedIRR: null,
  actualIRR: null,
  duration: null,
  paymentInstallment: '6_MONTHS',
  ...more,
})

describe('a store', () => {
  it('shows what the server has, and what the person does at once', async () => {
    const device = new Device()
    const id = uuid7('harbour')
    device.server.write(['projects', id, project('Harbour')])
    const store = await device.open()
    await synced(store)
    expect(store.table('projects').get(id)?.name).toBe('Harbour')

    const seen = store.table('projects').get(id)!
    const outcome = await store.update('projects', seen, { name: 'Harbour House' })
    expect(outcome.ok).toBe(true)
    expect(store.table('projects').get(id)?.name).toBe('Harbour House')
    await synced(store)
    expect(device.server.row('projects', id)).toMatchObject({ name: 'Harbour House' })
    expect(device.backgroundSyncs).toBe(1)
  })
})
