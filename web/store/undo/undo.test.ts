import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { ada, Device, goOffline, goOnline, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const [harbour, elif, stake] = ['Harbour', 'Elif', 'Stake'].map(uuid7) as [string, string, string]

async function setup() {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour'), investor('Elif'))
  server.write(investment('Stake', harbour, elif, '355.00'))
  return { device, server, store: await device.openSynced() }
}

const amountIn = (store: Store) => store.table('investments').get(stake)?.amount
const setAmount = (store: Store, amount: string) =>
  store.update('investments', store.table('investments').get(stake)!, { amount })
const removeInvestor = (store: Store) =>
  store.remove('investors', store.table('investors').get(elif)!, { investments: [stake] })
const undo = (store: Store) => store.undo.undo()
const sentOps = ({ server }: Device) =>
  server.requests(/changes/).flatMap(({ body }) => body!.changes.flatMap(({ ops }) => ops))

it('undo of a KYC decision returns the reason that it cleared and the evidence that it kept', async () => {
  const { server, store } = await setup()
  await goOffline(server, store)
  const earlier = { kycStatus: 'IN_REVIEW', kycReason: 'Seen', kycDocuments: [stake] }
  const decision = { kycStatus: 'APPROVED', kycDocuments: [stake] }
  const investorRow = () => store.table('investors').get(elif)!
  await store.update('investors', investorRow(), earlier)
  await store.update('investors', investorRow(), decision)
  expect(store.outbox().flatMap(({ ops }) => ops)).toContainEqual(expect.objectContaining({ fields: decision }))
  expect(investorRow()).toMatchObject({ ...decision, kycReason: null })
  await undo(store)
  expect(investorRow()).toMatchObject(earlier)
})

describe.each(['before', 'after'])('UNDO1 an action is undone %s it was sent:', (moment) => {
  async function setupMoment() {
    const { device, server, store } = await setup()
    if (moment === 'before') await goOffline(server, store)
    const settle = async () => moment === 'after' && (await synced(store))
    const finish = async () => {
      goOnline(server, store)
      await synced(store)
      expect(store.status.attention).toBe(0)
    }
    return { device, server, store, settle, finish }
  }

  it('an update gets its earlier values', async () => {
    const { server, store, settle, finish } = await setupMoment()
    await setAmount(store, '999.00')
    await settle()
    expect(await undo(store)).toMatchObject({ ok: true, id: stake })
    expect(amountIn(store)).toBe('355.00')
    await finish()
    expect(server.row('investments', stake)).toMatchObject({ amount: '355.00' })
    await store.undo.redo()
    expect(amountIn(store)).toBe('999.00')
    await finish()
    expect(server.row('investments', stake)).toMatchObject({ amount: '999.00' })
  })

  it('a new record is deleted, and redo restores it', async () => {
    const { server, store, settle, finish } = await setupMoment()
    const made = await store.create('valuations', { projectId: harbour, nav: '10.00', valuationDate: '2026-01-31' })
    const { id } = made as { readonly id: string }
    await settle()
    await undo(store)
    expect(store.table('valuations').get(id)).toBeUndefined()
    await finish()
    expect(server.row('valuations', id)).toBeNull()
    await store.undo.redo()
    await finish()
    expect(server.row('valuations', id)).toMatchObject({ nav: '10.00' })
    await undo(store)
    await finish()
    expect(server.row('valuations', id)).toBeNull()
  })

  it('a deleted record is restored with what was deleted with it', async () => {
    const { server, store, settle, finish } = await setupMoment()
    await removeInvestor(store)
    await settle()
    expect(amountIn(store)).toBeUndefined()
    await undo(store)
    await finish()
    expect(amountIn(store)).toBe('355.00')
    expect(server.row('investors', elif)).toMatchObject({ firstName: 'Elif' })
    await store.undo.redo()
    await finish()
    expect(server.row('investors', elif)).toBeNull()
  })

  it('an act is undone by the inverse of its verb', async () => {
    const { server, store, settle, finish } = await setupMoment()
    const fields = { investmentId: stake, feeType: 'SETUP', amount: '5.00', currency: 'USD' } as const
    const { id } = (await store.create('commissions', fields)) as { readonly id: string }
    await store.act({ entity: 'commissions', verb: 'markPaid', id, fields: { paidDate: '2026-02-01' } })
    await settle()
    await undo(store)
    expect(store.table('commissions').get(id)).toMatchObject({ paidDate: null })
    await store.undo.redo()
    expect(store.table('commissions').get(id)).toMatchObject({ paidDate: '2026-02-01' })
    await finish()
    expect(server.row('commissions', id)).toMatchObject({ paidDate: '2026-02-01' })
  })

  it('several commands of one action are undone together', async () => {
    const { server, store, settle, finish } = await setupMoment()
    const twin = store.newId()
    await store.commit([
      { op: 'create', entity: 'investors', id: twin, fields: { firstName: 'Twin', email: 'twin@demo.test' } },
      { op: 'update', entity: 'investments', seen: store.table('investments').get(stake)!, fields: { amount: '1.00' } },
    ])
    await settle()
    await undo(store)
    expect([store.table('investors').get(twin), amountIn(store)]).toEqual([undefined, '355.00'])
    await finish()
    expect(server.row('investors', twin)).toBeNull()
  })
})

it('UNDO1 a merge is undone together with the values that it adopted', async () => {
  const { server, store } = await setup()
  server.write(investor('Twin', { phone: '+90 555' }))
  store.syncNow()
  await until(() => store.table('investors').get(uuid7('Twin')) !== undefined)
  const seen = store.table('investors').get(elif)!
  await store.commit([
    { op: 'update', entity: 'investors', seen, fields: { phone: '+90 555' } },
    { op: 'act', entity: 'investors', verb: 'merge', id: elif, fields: { from: uuid7('Twin') } },
  ])
  await synced(store)
  expect(server.row('investors', uuid7('Twin'))).toBeNull()
  await undo(store)
  await synced(store)
  expect(server.row('investors', uuid7('Twin'))).toMatchObject({ firstName: 'Twin' })
  expect(server.row('investors', elif)).toMatchObject({ phone: null })
})

it('UNDO1 values that followed from the change return with it', async () => {
  const { store } = await setup()
  const seen = store.table('investments').get(stake)!
  await store.update('investments', seen, { status: 'EXITED', exitedOn: '2026-02-10' })
  await store.update('investments', store.table('investments').get(stake)!, { status: 'COMMITTED' })
  expect(store.table('investments').get(stake)).toMatchObject({ exitedOn: null })
  await undo(store)
  expect(store.table('investments').get(stake)).toMatchObject({ status: 'EXITED', exitedOn: '2026-02-10' })
})

describe('UNDO2 a later change of somebody else is a conflict', () => {
  it('and their value stays', async () => {
    const { server, store } = await setup()
    await setAmount(store, '999.00')
    await synced(store)
    server.write(investment('Stake', harbour, elif, '700.00'))
    await undo(store)
    await until(() => store.status.attention === 1)
    expect(server.row('investments', stake)).toMatchObject({ amount: '700.00' })
    expect(store.undo.lastUndone).toBeNull()
  })

  it('also of a new record, which is not deleted', async () => {
    const { server, store } = await setup()
    const made = await store.create('valuations', { projectId: harbour, nav: '10.00', valuationDate: '2026-01-31' })
    const { id } = made as { readonly id: string }
    await synced(store)
    server.write(['valuations', id, { ...server.row('valuations', id)!, nav: '11.00' }])
    store.syncNow()
    await until(() => store.table('valuations').get(id)?.nav === '11.00')
    await undo(store)
    await until(() => store.status.attention === 1)
    expect(store.outbox()[0]!.verdict).toMatchObject({ code: 'DELETE_CHANGED' })
    expect(server.row('valuations', id)).toMatchObject({ nav: '11.00' })
  })

  it('also of another window', async () => {
    const { device, server, store } = await setup()
    const other = await device.openSynced()
    await setAmount(store, '999.00')
    await until(() => amountIn(other) === '999.00')
    await setAmount(other, '500.00')
    await until(() => amountIn(store) === '500.00')
    expect(other.undo.last).not.toBe(store.undo.last)
    await undo(store)
    await until(() => store.status.attention === 1 && store.status.waiting === 0)
    expect(server.row('investments', stake)).toMatchObject({ amount: '500.00' })
  })

  it('and a record that is gone is not sent at all', async () => {
    const { device, server, store } = await setup()
    await setAmount(store, '999.00')
    await synced(store)
    server.write(['investments', stake, null])
    store.syncNow()
    await until(() => amountIn(store) === undefined)
    const sent = sentOps(device).length
    expect(await undo(store)).toMatchObject({ ok: false, issues: { '': { key: 'state' } } })
    expect(store.undo.last).toBeNull()
    expect(sentOps(device)).toHaveLength(sent)
  })
})

describe('UNDO3 the original is sent, and once', () => {
  it('also when it is undone while it is being sent', async () => {
    const { device, server, store } = await setup()
    let release = () => {}
    server.gate = new Promise((resolve) => (release = resolve))
    await setAmount(store, '999.00')
    await until(() => sentOps(device).length > 0)
    await undo(store)
    release()
    await synced(store)
    expect(sentOps(device).map((each) => 'fields' in each && each.fields)).toEqual([
      { amount: '999.00' },
      { amount: '355.00' },
    ])
    expect(server.row('investments', stake)).toMatchObject({ amount: '355.00' })
  })

  it('also when its response is lost', async () => {
    const { server, store } = await setup()
    server.fault(/changes/, { kind: 'lose' })
    await setAmount(store, '999.00')
    await undo(store)
    goOnline(server, store)
    await synced(store)
    expect(server.row('investments', stake)).toMatchObject({ amount: '355.00' })
    expect(store.status.attention).toBe(0)
  })
})

describe('UNDO4 an action that was not accepted', () => {
  it('is not undone, and the one before it is', async () => {
    const { server, store } = await setup()
    await store.update('projects', store.table('projects').get(harbour)!, { name: 'Quay' })
    await synced(store)
    server.write(investment('Stake', harbour, elif, '700.00'))
    await setAmount(store, '999.00')
    await until(() => store.status.attention === 1)
    expect(store.undo.last?.ops[0]).toMatchObject({ entity: 'projects' })
  })

  it('needs attention together with its undo', async () => {
    const { server, store } = await setup()
    await goOffline(server, store)
    server.write(investment('Stake', harbour, elif, '700.00'))
    await setAmount(store, '999.00')
    await undo(store)
    goOnline(server, store)
    await until(() => store.status.attention > 0 && store.status.waiting === 0)
    expect(amountIn(store)).toBe('700.00')
    expect([store.undo.last, store.undo.lastUndone]).toEqual([null, null])
    const [later, earlier] = store.outbox()
    expect(later!.because).toBe(earlier!.id)
  })

  it('because the person discarded it, cannot be undone', async () => {
    const { server, store } = await setup()
    await goOffline(server, store)
    await setAmount(store, '999.00')
    await store.discard(store.outbox()[0]!.id)
    expect(store.undo.last).toMatchObject({ inverse: null })
  })
})

describe('UNDO5 the order', () => {
  it('begins with the last action; a new one ends redo', async () => {
    const { store } = await setup()
    await setAmount(store, '1.00')
    await setAmount(store, '2.00')
    await undo(store)
    await undo(store)
    expect([amountIn(store), store.undo.last]).toEqual(['355.00', null])
    await store.undo.redo()
    expect(amountIn(store)).toBe('1.00')
    await setAmount(store, '7.00')
    expect(store.undo.lastUndone).toBeNull()
    await undo(store)
    expect(amountIn(store)).toBe('1.00')
  })

  it('holds when keys are pressed faster than the disk writes', async () => {
    const { store } = await setup()
    await setAmount(store, '1.00')
    await setAmount(store, '2.00')
    const last = store.undo.last!
    const results = await Promise.all([store.undo.undo(last), store.undo.undo(last)])
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(amountIn(store)).toBe('1.00')
  })

  it('leaves out what a later action builds on', async () => {
    const { store } = await setup()
    await setAmount(store, '1.00')
    const first = store.undo.last!
    await store.update('projects', store.table('projects').get(harbour)!, { name: 'Quay' })
    const second = store.undo.last!
    await setAmount(store, '2.00')
    expect(await store.undo.undo(first)).toMatchObject({ ok: false })
    expect(await store.undo.undo(second)).toMatchObject({ ok: true })
    expect(store.table('projects').get(harbour)).toMatchObject({ name: 'Harbour' })
    expect(store.undo.last?.ops[0]).toMatchObject({ fields: { amount: '2.00' } })
  })

  it('belongs to the window and ends with it', async () => {
    const { device, store } = await setup()
    await setAmount(store, '1.00')
    await store.close()
    expect((await device.open()).undo.last).toBeNull()
  })
})

describe('UNDO6 an action that cannot be undone', () => {
  it('hides those before it', async () => {
    const { store } = await setup()
    await setAmount(store, '1.00')
    await store.act({ entity: 'projects', verb: 'exit', id: harbour, fields: {} })
    expect(store.undo.last).toMatchObject({ ops: [{ verb: 'exit' }], inverse: null })
    expect(await undo(store)).toMatchObject({ ok: false })
    expect(amountIn(store)).toBe('1.00')
  })

  it('is one whose inverse the person may not send', async () => {
    const { device } = await setup()
    const store = await device.open({ identity: { ...ada, role: 'INVESTOR', investorIds: [elif] } })
    await store.create('documents', { name: 'Passport', investorId: elif })
    expect(store.undo.last).toMatchObject({ inverse: null })
  })

  it('is not one that only notes that something was seen', async () => {
    const { server, store } = await setup()
    const notice = { userId: ada.id, kind: 'CHANGE_CONFLICT', titleKey: 'changed', params: {}, url: null, readAt: null }
    server.write(['notifications', uuid7('notice'), notice])
    store.syncNow()
    await until(() => store.table('notifications').size === 1)
    await setAmount(store, '1.00')
    const seen = store.table('notifications').get(uuid7('notice'))!
    await store.update('notifications', seen, { readAt: '2026-03-01T00:00:00.000Z' })
    expect(store.undo.last?.ops[0]).toMatchObject({ entity: 'investments' })
  })
})
