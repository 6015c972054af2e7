import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { Device, goOffline, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const [harbour, ada, twin, stakeId, other] = ['Harbour', 'Ada', 'Twin', 'Stake', 'Other'].map(uuid7) as string[]
const mergeTwin = { op: 'act', entity: 'investors', verb: 'merge', id: ada!, fields: { from: twin! } } as const
const restoreTwin = { op: 'restore', entity: 'investors', id: twin! } as const

async function setupOffline() {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour', { raisedAmount: '350.00' }))
  server.write(
    investor('Ada', { totalInvested: '100.00' }),
    investor('Twin', { totalInvested: '250.00', phone: '+49' }),
  )
  server.write(investment('Stake', harbour!, ada!, '100.00'), investment('Other', harbour!, twin!, '250.00'))
  server.write(
    ['investorUsers', uuid7('link'), { userId: 'user-9', investorId: ada }],
    ['investorUsers', uuid7('needless'), { userId: 'user-9', investorId: twin }],
    ['referrals', uuid7('contact'), { name: 'Twin', investorId: twin }],
  )
  const store = await device.openSynced()
  await goOffline(server, store)
  const goOnline = async () => {
    server.clearFaults()
    store.syncNow()
    await until(() => store.status.waiting === 0 && !store.status.syncing && store.status.connection === 'online')
  }
  return { device, store, server, goOnline }
}

const visibleState = (store: Store) => ({
  investors: [...store.table('investors').all()].map(({ firstName, totalInvested }) => `${firstName} ${totalInvested}`),
  stakes: [stakeId!, other!].map((id) => store.table('investments').get(id)?.investorId),
  links: [...store.table('investorUsers').all()].map(({ investorId }) => investorId),
  contact: store.table('referrals').get(uuid7('contact'))?.investorId,
  raised: store.table('projects').get(harbour!)?.raisedAmount,
})

const unmergedState = {
  investors: ['Ada 100.00', 'Twin 250.00'],
  stakes: [ada, twin],
  links: [ada, twin],
  contact: twin,
  raised: '350.00',
}
const mergedState = { investors: ['Ada 350.00'], stakes: [ada, ada], links: [ada], contact: ada, raised: '350.00' }

describe('an offline merge', () => {
  it('SEND14 ACT8 waits without an expected result, and its effect is visible immediately', async () => {
    const { store, server, goOnline } = await setupOffline()
    expect(visibleState(store)).toEqual(unmergedState)
    expect(await store.commit([mergeTwin])).toMatchObject({ ok: true, id: ada })
    expect(visibleState(store)).toEqual(mergedState)
    expect(store.status.waiting).toBe(1)
    expect(store.table('investors').badge(ada!)).toBe('waiting')
    expect(store.outbox()[0]!.names).toMatchObject({ [ada!]: 'Ada', [twin!]: 'Twin' })
    await goOnline()
    expect(server.row('investments', other!)).toMatchObject({ investorId: ada })
    expect(server.requests(/changes/).at(-1)!.body!.changes[0]!.ops).toEqual([mergeTwin])
  })

  it('SEND14 is visible in a window opened later', async () => {
    const { device, store } = await setupOffline()
    await store.commit([mergeTwin])
    await store.close()
    expect(visibleState(await device.open())).toEqual(mergedState)
  })

  it('SEND14 is undone by restoring the other record before it was sent', async () => {
    const { store, server, goOnline } = await setupOffline()
    await store.commit([mergeTwin])
    await store.commit([restoreTwin])
    expect(visibleState(store)).toEqual(unmergedState)
    await goOnline()
    expect(server.row('investments', other!)).toMatchObject({ investorId: twin })
    expect(server.row('investors', twin!)).toMatchObject({ phone: '+49' })
  })

  it('SEND14 a restore does not move references that were moved again since', async () => {
    const { store } = await setupOffline()
    await store.commit([mergeTwin])
    await store.update('referrals', store.table('referrals').get(uuid7('contact'))!, { investorId: null })
    await store.commit([restoreTwin])
    expect(visibleState(store)).toEqual({ ...unmergedState, contact: null })
  })

  it('SEND14 with itself is an invalid value', async () => {
    const { store } = await setupOffline()
    const fields = { from: ada! }
    expect(await store.commit([{ ...mergeTwin, fields }])).toEqual({
      ok: false,
      issues: { from: { key: 'reference' } },
    })
    expect(visibleState(store)).toEqual(unmergedState)
    expect(store.status.waiting).toBe(0)
  })

  it('SEND12 SEND14 that was refused because a record is deleted is repeated with its restore', async () => {
    const { store, server, goOnline } = await setupOffline()
    await store.commit([mergeTwin])
    server.write(['investors', twin!, null])
    await goOnline()
    const [refused] = store.outbox()
    expect(refused).toMatchObject({ state: 'attention', verdict: { code: 'PARENT_GONE' } })
    await store.restoreAndApply(refused!.id)
    await until(() => store.status.waiting === 0 && !store.status.syncing)
    expect(server.requests(/changes/).at(-1)!.body!.changes[0]!.ops).toEqual([restoreTwin, mergeTwin])
    expect(server.row('investments', other!)).toMatchObject({ investorId: ada })
  })

  it('GROW9 unknown to this server version stays pending', async () => {
    const { device, store, server } = await setupOffline()
    await store.commit([mergeTwin])
    server.isNewer = ({ op }) => op === 'act'
    server.clearFaults()
    store.syncNow()
    await until(() => server.requests(/changes/).length > 0 && !store.status.syncing)
    expect([store.status.waiting, store.status.attention]).toEqual([1, 0])
    expect(visibleState(store)).toEqual(mergedState)
    server.isNewer = () => false
    await device.advanceMinutes(store, 60)
    await until(() => store.status.waiting === 0)
    expect(server.row('investments', other!)).toMatchObject({ investorId: ada })
  })
})

it('SEND13 a record that this device deletes and restores counts once in sums', async () => {
  const { store } = await setupOffline()
  await store.remove('investors', store.table('investors').get(twin!)!)
  expect(visibleState(store)).toMatchObject({ investors: ['Ada 100.00'], raised: '100.00' })
  await store.commit([restoreTwin])
  expect(visibleState(store)).toEqual(unmergedState)
})

it('SEND13 a restore includes rows deleted with the record, and none deleted before', async () => {
  const { store } = await setupOffline()
  await store.remove('investments', store.table('investments').get(other!)!)
  await store.remove('investors', store.table('investors').get(twin!)!)
  await store.commit([restoreTwin])
  expect(visibleState(store)).toEqual({
    ...unmergedState,
    investors: ['Ada 100.00', 'Twin 0.00'],
    stakes: [ada, undefined],
    raised: '100.00',
  })
})
