import { describe, expect, it, vi } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { addVerbThatCreates, feeIdFor } from '#schema/test/verb-that-creates.ts'
import type { Act } from '#schema/verbs.ts'
import { Device, goOffline, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

addVerbThatCreates()
const [harbour, ada] = ['Harbour', 'Ada'].map(uuid7) as [string, string]
const charge = { entity: 'projects', verb: 'chargeFees', id: harbour, fields: { notes: 'Setup' } } as unknown as Act

const stake = (name: string, amount: string) =>
  investment(name, harbour, ada, amount, { status: 'ACTIVE', currency: 'USD' })

async function setupOffline(stakes = 200) {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour'), investor('Ada'))
  server.write(...Array.from({ length: stakes }, (_, at) => stake(`Stake ${at}`, `${at + 1}.00`)))
  const store = await device.openSynced()
  await goOffline(server, store)
  const goOnline = async (target = store) => {
    server.clearFaults()
    target.syncNow()
    await until(() => target.status.waiting === 0 && !target.status.syncing && target.status.connection === 'online')
  }
  const feeOf = (name: string, target = store) =>
    [...target.table('commissions').all()].find(({ investmentId }) => investmentId === uuid7(name))
  const act = async () => store.act(charge, store.preview(charge))
  return { device, store, server, goOnline, feeOf, act }
}

describe('an act that creates rows, without a connection', () => {
  it('ACT2 ACT13 shows 200 rows immediately, and the server has the same ones', async () => {
    const { store, server, goOnline, feeOf, act } = await setupOffline()
    const preview = store.preview(charge)!
    await store.act(charge, preview)
    expect(store.table('commissions').size).toBe(200)
    expect(feeOf('Stake 7')).toMatchObject({ id: feeIdFor(preview.seed, uuid7('Stake 7')), amount: '8.00' })
    const fee = feeOf('Stake 7')!
    await store.update('commissions', fee, { dueDate: '2026-06-30' })
    await goOnline()
    const [sent] = server.requests(/changes/).at(-1)!.body!.changes[0]!.ops
    expect(sent).toMatchObject({ op: 'act', seed: preview.seed, expect: hashOfShown(preview.shown!) })
    expect(server.row('commissions', fee.id)).toMatchObject({ amount: '8.00', dueDate: '2026-06-30' })
    expect([store.status.attention, store.table('commissions').size]).toEqual([0, 200])
    const names = new Map(store.outbox().flatMap((entry) => Object.entries(entry.names)))
    expect(names.get(feeOf('Stake 9')!.id), 'of a row that did not exist yet').toContain('Ada')
    expect(await act()).toMatchObject({ ok: false })
  })

  it('ACT13 SEND8 whose new result is accepted keeps its rows, and what was changed in them', async () => {
    const { device, store, server, goOnline, feeOf, act } = await setupOffline()
    await act()
    const fee = feeOf('Stake 7')!
    await store.update('commissions', fee, { dueDate: '2026-06-30' })
    server.write(stake('Late', '50.00'))
    await goOnline()
    expect(server.row('commissions', fee.id)).toBeUndefined()
    const changed = store.outbox().find(({ verdict }) => verdict?.code === 'RESULT_CHANGED')!
    expect(store.outbox().map(({ because }) => because)).toContain(changed.id)
    await store.close()
    const again = await device.open()
    await again.retry(changed.id)
    expect(again.table('commissions').get(fee.id)).toMatchObject({ dueDate: '2026-06-30' })
    await goOnline(again)
    expect(server.row('commissions', fee.id)).toMatchObject({ amount: '8.00', dueDate: '2026-06-30' })
    expect(server.row('commissions', feeOf('Late', again)!.id)).toMatchObject({ amount: '50.00' })
    expect([again.status.attention, again.table('commissions').size]).toEqual([0, 201])
  })

  it('ACT13 whose new result lacks a row leaves the change to that row to the person', async () => {
    const { store, server, goOnline, feeOf, act } = await setupOffline(3)
    await act()
    await store.update('commissions', feeOf('Stake 1')!, { dueDate: '2026-06-30' })
    server.write(['investments', uuid7('Stake 1'), null])
    await goOnline()
    await store.retry(store.outbox().find(({ verdict }) => verdict?.code === 'RESULT_CHANGED')!.id)
    await until(() => store.status.waiting === 0 && !store.status.syncing)
    expect(store.outbox().filter(({ state }) => state === 'attention')).toMatchObject([
      { verdict: { code: 'NOT_FOUND' } },
    ])
    expect(store.table('commissions').size).toBe(2)
  })

  it('ACT13 keeps its ids when it is sent again with the restore of its record', async () => {
    const { store, server, goOnline, feeOf, act } = await setupOffline(2)
    await act()
    const fee = feeOf('Stake 1')!
    server.write(['projects', harbour, null], ['investments', uuid7('Stake 0'), null])
    server.write(['investments', uuid7('Stake 1'), null])
    await goOnline()
    const [entry] = store.outbox()
    expect(entry).toMatchObject({ state: 'attention', verdict: { code: 'DELETED' } })
    const { length } = server.requests(/changes/)
    await store.restoreAndApply(entry!.id)
    await until(() => server.requests(/changes/).length > length && !store.status.syncing)
    const { ops } = server.requests(/changes/).at(-1)!.body!.changes[0]!
    expect(ops.map(({ op }) => op)).toEqual(['restore', 'act'])
    expect(feeIdFor((ops[1] as { seed: string }).seed, uuid7('Stake 1'))).toBe(fee.id)
  })

  it('ACT14 discards the changes to its rows with it', async () => {
    const { store, feeOf, act } = await setupOffline(2)
    await act()
    await store.update('commissions', feeOf('Stake 1')!, { dueDate: '2026-06-30' })
    await store.discard(store.outbox().at(-1)!.id)
    expect([store.status.waiting, store.status.attention, store.table('commissions').size]).toEqual([0, 0, 0])
  })

  it('ACT14 GROW24 has changes to its rows wait while the server cannot decide it', async () => {
    const { device, store, server, feeOf, act } = await setupOffline(2)
    server.isNewer = ({ op }) => op === 'act'
    await act()
    await store.update('commissions', feeOf('Stake 1')!, { dueDate: '2026-06-30' })
    const { length } = server.requests(/changes/)
    server.clearFaults()
    store.syncNow()
    await until(() => server.requests(/changes/).length > length && !store.status.syncing)
    expect([store.status.waiting, store.status.attention]).toEqual([2, 0])
    server.isNewer = () => false
    await device.advanceMinutes(store, 60)
    await synced(store)
    expect(server.row('commissions', feeOf('Stake 1')!.id)).toMatchObject({ dueDate: '2026-06-30' })
  })

  it('ACT12 ACT13 sends its seed along when it has too many rows for a change', async () => {
    const { store, server, goOnline } = await setupOffline(1)
    server.write(...Array.from({ length: limits.stepsPerVerb }, (_, at) => stake(`More ${at}`, '1.00')))
    await goOnline()
    await until(() => store.table('investments').size > limits.stepsPerVerb)
    const act = vi.spyOn(store.online, 'act').mockResolvedValue(undefined)
    const preview = store.preview(charge)!
    await store.act(charge, preview)
    const expected = { ...charge.fields, seed: preview.seed, expect: hashOfShown(preview.shown!) }
    expect(act).toHaveBeenCalledWith('projects', harbour, 'charge-fees', expected)
  })
})
