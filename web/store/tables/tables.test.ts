import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { Device, goOffline, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const [harbour, ada, stakeId] = [uuid7('Harbour'), uuid7('Ada'), uuid7('Stake')]

async function setupOffline(role: 'staff' | 'investor' = 'staff') {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour', { raisedAmount: '100.00', paymentInstallment: '3_MONTHS' }))
  server.write(investor('Ada', { totalInvested: '100.00' }))
  server.write(investment('Stake', harbour, ada, '100.00'))
  if (role === 'investor') server.shows = ({ entity }) => entity !== 'projects'
  const store = await device.openSynced()
  await goOffline(server, store)
  const goOnline = () => {
    server.clearFaults()
    store.syncNow()
  }
  return { device, store, server, goOnline }
}

const table = (store: Store) => ({
  projects: store.table('projects'),
  investors: store.table('investors'),
  investments: store.table('investments'),
})

describe('a pending change', () => {
  it('SEND6 shows a new row with its defaults, provisional date and sums until the server’s values arrive', async () => {
    const { store, goOnline } = await setupOffline()
    const { projects, investors, investments } = table(store)
    const result = await store.create('investments', { projectId: harbour, investorId: ada, amount: '50' })
    const id = result.ok ? result.id : ''
    expect(investments.get(id)).toMatchObject({
      number: 0,
      status: 'COMMITTED',
      currency: 'USD',
      investmentDate: '2026-03-01',
      redemptionDate: '2026-06-01',
      amount: '50.00',
    })
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '150.00', actualTotalInvested: '0.00' })
    expect(investors.get(ada)).toMatchObject({ totalInvested: '150.00' })
    expect(investments.size).toBe(2)
    expect(investments.where('projectId', harbour)).toHaveLength(2)
    expect(investments.badge(id)).toBe('waiting')
    expect(projects.badge(harbour)).toBeUndefined()
    goOnline()
    await synced(store)
    expect(investments.get(id)!.number).toBeGreaterThan(0)
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '100.00' })
    expect(investments.badged().size).toBe(0)
  })

  it('shows the exit date, and none after the exit is undone', async () => {
    const { store } = await setupOffline()
    const { investments } = table(store)
    await store.update('investments', investments.get(stakeId)!, { status: 'EXITED' })
    expect(investments.get(stakeId)).toMatchObject({ exitedOn: '2026-03-01' })
    await store.update('investments', investments.get(stakeId)!, { status: 'ACTIVE' })
    expect(investments.get(stakeId)).toMatchObject({ exitedOn: null })
  })

  it('FOLLOW1 recomputes a project’s sums in its new currency, and again when that change is discarded', async () => {
    const { store } = await setupOffline()
    const { projects, investors } = table(store)
    const sums = () => [projects.get(harbour)!.raisedAmount, investors.get(ada)!.totalInvested]
    await store.create('investments', { projectId: harbour, investorId: ada, amount: '7', currency: 'AED' })
    expect(sums()).toEqual(['100.00', '100.00'])
    const changed = await store.update('projects', projects.get(harbour)!, { currency: 'AED' })
    expect(sums()).toEqual(['7.00', '100.00'])
    await store.discard(changed.ok ? changed.changeId : '')
    expect(sums()).toEqual(['100.00', '100.00'])
  })

  it('fills a missing date with today in the person’s time zone', async () => {
    const device = new Device()
    const { server } = device
    const today = (zone?: string) => (zone === 'Pacific/Auckland' ? '2026-03-02' : '2026-03-01')
    server.write(project('Harbour'))
    server.write(investor('Ada'))
    const store = await device.openSynced({ today })
    const result = async () => {
      const outcome = await store.create('investments', { projectId: harbour, investorId: ada, amount: '50' })
      return store.table('investments').get(outcome.ok ? outcome.id : '')!.investmentDate
    }
    expect(await result()).toBe('2026-03-01')
    server.write(['userPreferences', uuid7('Preferences'), { userId: store.identity.id, timeZone: 'Pacific/Auckland' }])
    store.syncNow()
    await until(() => store.table('userPreferences').size === 1)
    expect(await result()).toBe('2026-03-02')
  })

  it('removes the rows deleted with a record, and restores them when the deletion is discarded', async () => {
    const { store } = await setupOffline()
    const { projects, investors, investments } = table(store)
    const deletion = await store.remove('investors', investors.get(ada)!, { investments: [stakeId] })
    expect(investors.size).toBe(0)
    expect(investments.size).toBe(0)
    expect([...investments.all()]).toEqual([])
    expect(investments.where('investorId', ada)).toEqual([])
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '0.00' })
    await store.discard(deletion.ok ? deletion.changeId : '')
    expect(investments.get(stakeId)).toMatchObject({ amount: '100.00' })
    expect(investments.where('investorId', ada)).toHaveLength(1)
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '100.00' })
  })

  it('DEL6 clears the optional references to a deleted row, and restores them when the deletion is discarded', async () => {
    const { device, store, goOnline } = await setupOffline()
    const contact = uuid7('Layla')
    device.server.write(['referrals', contact, { name: 'Layla', investorId: null, isActive: true }])
    device.server.write(investor('Ada', { referralId: contact }))
    goOnline()
    await synced(store)
    device.server.fault(/./, { kind: 'drop' }, 1_000)
    const { investors } = table(store)
    const referrals = store.table('referrals')
    const deletion = await store.remove('referrals', referrals.get(contact)!)
    expect(investors.get(ada)).toMatchObject({ referralId: null })
    await store.discard(deletion.ok ? deletion.changeId : '')
    expect(investors.get(ada)).toMatchObject({ referralId: contact })
  })

  it('does not count an amount twice when the feed contains a row whose response was lost', async () => {
    const { store, server, goOnline } = await setupOffline()
    const { projects, investments } = table(store)
    await store.create('investments', { projectId: harbour, investorId: ada, amount: '50' })
    goOnline()
    server.fault(/changes$/, { kind: 'lose' }, 1_000)
    await until(() => server.rows.size === 4)
    server.write(project('Harbour', { raisedAmount: '150.00', paymentInstallment: '3_MONTHS' }))
    store.syncNow()
    await until(() => projects.get(harbour)!.number === server.number)
    expect(store.status.waiting).toBe(1)
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '150.00' })
    expect([...investments.all()].filter(({ number }) => number === 0)).toEqual([])
  })

  it('changes sums by the difference of an update', async () => {
    const { store } = await setupOffline()
    const { projects, investments } = table(store)
    await store.update('investments', investments.get(stakeId)!, { amount: '70', status: 'FUNDED' })
    expect(projects.get(harbour)).toMatchObject({ raisedAmount: '70.00', actualTotalInvested: '70.00' })
  })

  it('works for a viewer without the parent rows', async () => {
    const { store } = await setupOffline('investor')
    const { projects, investments } = table(store)
    expect(projects.size).toBe(0)
    await store.update('investments', investments.get(stakeId)!, { amount: '70' })
    expect(investments.get(stakeId)).toMatchObject({ amount: '70.00' })
    expect(investments.where('projectId', harbour)).toHaveLength(1)
  })

  it('SEND1 is shown with its badges after a crash', async () => {
    const { device, store } = await setupOffline()
    const result = await store.create('projects', { name: 'Tower', type: 'AGRICULTURE' })
    await store.close()
    const restarted = await device.open()
    expect(restarted.table('projects').get(result.ok ? result.id : '')).toMatchObject({ name: 'Tower' })
    expect(restarted.table('projects').badged()).toEqual(new Set([result.ok ? result.id : '']))
    expect(restarted.status.waiting).toBe(1)
  })

  it('keeps text exactly', async () => {
    const { device, store } = await setupOffline()
    const text = '  ‎مرحبا   İstanbul ıslak\n\t"quoted" \u2028 😀 '
    const result = await store.create('projects', { name: 'Tower', type: 'AGRICULTURE', description: text })
    await store.close()
    const restarted = await device.open()
    expect(restarted.table('projects').get(result.ok ? result.id : '')!.description).toBe(text)
  })

  it('is rejected locally if it is invalid, and nothing is written', async () => {
    const { store } = await setupOffline()
    expect(await store.create('investments', { projectId: harbour, investorId: ada, amount: '0' })).toMatchObject({
      ok: false,
      issues: { amount: { key: 'above' } },
    })
    expect(store.status.waiting).toBe(0)
  })

  it('fails offline for records that are not replicated', async () => {
    const { store } = await setupOffline()
    await expect(store.create('auditLogs', {})).rejects.toThrow('No response')
    expect(store.status.waiting).toBe(0)
  })
})

describe('a table', () => {
  it('reports every change once, including badges, with a higher version', async () => {
    const { store } = await setupOffline()
    const { projects } = table(store)
    const versions: number[] = []
    const unsubscribe = projects.subscribe(() => versions.push(projects.version))
    await store.create('projects', { name: 'Tower', type: 'AGRICULTURE' })
    await store.update('projects', projects.get(harbour)!, { name: 'Harbour House' })
    unsubscribe()
    await store.update('projects', projects.get(harbour)!, { name: 'Harbour' })
    expect(versions).toHaveLength(2)
    expect(versions[1]).toBeGreaterThan(versions[0]!)
  })

  it('returns the same array for the same query until a row in it changes', async () => {
    const { store } = await setupOffline()
    const { investments, investors } = table(store)
    const before = investments.where('investorId', ada)
    await store.update('investors', investors.get(ada)!, { phone: '10001' })
    expect(investments.where('investorId', ada)).toBe(before)
    await store.update('investments', investments.get(stakeId)!, { amount: '1' })
    expect(investments.where('investorId', ada)).not.toBe(before)
  })
})
