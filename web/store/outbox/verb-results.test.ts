import { describe, expect, it, vi } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const [harbour, ada, stake, late] = ['Harbour', 'Ada', 'Stake', 'Late'].map(uuid7) as [string, string, string, string]
const exit = { entity: 'projects', verb: 'exit', id: harbour, fields: { actualIRR: '7.00' } } as const

async function setupOffline() {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour', { actualIRR: null }), investor('Ada'))
  server.write(investment('Stake', harbour, ada, '100.00', { status: 'ACTIVE', currency: 'USD' }))
  const store = await device.open()
  await synced(store)
  server.fault(/./, { kind: 'drop' }, 1_000)
  store.syncNow()
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
  const goOnline = async () => {
    server.clearFaults()
    store.syncNow()
    await until(() => store.status.waiting === 0 && !store.status.syncing && store.status.connection === 'online')
  }
  const statuses = () => [
    store.table('projects').get(harbour)?.status,
    ...[...store.table('investments').all()].map(({ status }) => status),
  ]
  return { device, store, server, goOnline, statuses }
}

const rowOf = (id: string, amount: string) => ({ entity: 'investments', id, fields: { amount, currency: 'USD' } })
const projectRow = { entity: 'projects', id: harbour, fields: { actualIRR: null } }
const sorted = (...rows: readonly { readonly id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

describe('an exit without a connection', () => {
  it('ACT1 is on the screen immediately, and sent with the hash of the result that was shown', async () => {
    const { store, server, goOnline, statuses } = await setupOffline()
    expect(store.preview(exit)?.shown).toEqual(sorted(rowOf(stake, '100.00'), projectRow))
    await store.act(exit)
    expect(statuses()).toEqual(['EXITED', 'EXITED'])
    await goOnline()
    const [sent] = server.requests(/changes/).at(-1)!.body!.changes[0]!.ops
    const shown = sorted(rowOf(stake, '100.00'), projectRow)
    expect(sent).toEqual({ op: 'act', ...exit, expect: hashOfShown(shown as never) })
    expect(server.row('investments', stake)).toMatchObject({ status: 'EXITED' })
  })

  it('ACT4 ACT5 whose result has changed waits for the person, who accepts the new one', async () => {
    const { device, store, server, goOnline, statuses } = await setupOffline()
    await store.act(exit)
    server.write(investment('Late', harbour, ada, '50.00', { status: 'FUNDED', currency: 'USD' }))
    await goOnline()
    const [entry] = store.outbox()
    const theirs = sorted(rowOf(stake, '100.00'), rowOf(late, '50.00'), projectRow)
    expect(entry).toMatchObject({
      state: 'attention',
      verdict: { code: 'RESULT_CHANGED', result: { theirs } },
      shown: sorted(rowOf(stake, '100.00'), projectRow),
    })
    expect(statuses()).not.toContain('EXITED')
    await store.close()
    const again = await device.open()
    expect(again.outbox()[0]!.shown).toEqual(entry!.shown)
    await again.retry(entry!.id)
    await until(() => again.status.waiting === 0 && !again.status.syncing)
    expect(server.row('investments', late)).toMatchObject({ status: 'EXITED' })
    expect(again.status.attention).toBe(0)
  })

  it('ACT5 accepts what was shown, not what has changed again since', async () => {
    const { store, server, goOnline } = await setupOffline()
    await store.act(exit)
    server.write(investment('Late', harbour, ada, '50.00', { status: 'FUNDED', currency: 'USD' }))
    await goOnline()
    const [entry] = store.outbox()
    server.write(investment('Later', harbour, ada, '70.00', { status: 'FUNDED', currency: 'USD' }))
    await store.retry(entry!.id)
    await until(() => store.status.waiting === 0 && !store.status.syncing)
    expect(store.outbox()[0]).toMatchObject({
      state: 'attention',
      shown: entry!.verdict!.result!.theirs,
      verdict: { code: 'RESULT_CHANGED' },
    })
  })

  it('ACT5 keeps the names of the shown records, including those deleted since', async () => {
    const { device, store, server, goOnline } = await setupOffline()
    await store.act(exit)
    server.write(['investments', stake, null])
    await goOnline()
    expect(store.table('investments').get(stake)).toBeUndefined()
    const expected = { [harbour]: 'Harbour', [stake]: 'Ada · Harbour · 100.00 USD' }
    expect(store.outbox()[0]).toMatchObject({ verdict: { code: 'RESULT_CHANGED' }, names: expected })
    await store.close()
    const again = await device.open()
    expect(again.outbox()[0]!.names).toEqual(expected)
  })

  it('ACT5 can be discarded', async () => {
    const { store, server, goOnline } = await setupOffline()
    await store.act(exit)
    server.write(investment('Late', harbour, ada, '50.00', { status: 'FUNDED', currency: 'USD' }))
    await goOnline()
    await store.discard(store.outbox()[0]!.id)
    expect([store.status.attention, server.row('projects', harbour)!['status']]).toEqual([0, 'FUNDED'])
  })

  it('ACT10 waits behind a waiting change to a row of its result', async () => {
    const { device, store, server } = await setupOffline()
    server.isNewer = ({ op }) => op === 'update'
    server.clearFaults()
    await store.update('investments', store.table('investments').get(stake)!, { nothingMoreDue: true })
    await until(() => server.requests(/changes/).length > 0 && !store.status.syncing)
    await store.act(exit)
    await until(() => !store.status.syncing)
    expect([store.status.waiting, server.row('projects', harbour)!['status']]).toEqual([2, 'FUNDED'])
    server.isNewer = () => false
    await device.advanceMinutes(store, 60)
    await until(() => store.status.waiting === 0)
    expect(server.row('investments', stake)).toMatchObject({ status: 'EXITED', nothingMoreDue: true })
  })

  it('ACT9 is a change of its own', async () => {
    const { store } = await setupOffline()
    const restore = { op: 'restore', entity: 'investors', id: ada } as const
    await expect(store.commit([{ op: 'act', ...exit }, restore])).rejects.toThrow('other commands')
    expect(store.status.waiting).toBe(0)
  })

  it('ACT4 keeps what was shown when it is retried for another reason', async () => {
    const { store, server, goOnline } = await setupOffline()
    await store.act(exit)
    server.forbids = ({ op }) => op === 'act'
    await goOnline()
    const [entry] = store.outbox()
    expect(entry).toMatchObject({ state: 'attention', verdict: { code: 'FORBIDDEN' } })
    server.forbids = () => false
    await store.retry(entry!.id)
    expect(store.outbox()[0]!.shown).toEqual(entry!.shown)
  })

  it('ACT6 is refused for an exited project, and nothing is stored', async () => {
    const { store } = await setupOffline()
    await store.act(exit)
    expect(store.preview(exit)).toBeNull()
    expect(await store.act(exit)).toEqual({ ok: false, issues: { '': { key: 'state' } } })
    expect(store.status.waiting).toBe(1)
  })

  it('ACT7 of too many rows is refused with the figure, and sent to the server instead', async () => {
    const { store, server, goOnline } = await setupOffline()
    await goOnline()
    server.write(
      ...Array.from({ length: limits.stepsPerVerb }, (_, at) =>
        investment(`Stake ${at}`, harbour, ada, '1.00', { status: 'ACTIVE', currency: 'USD' }),
      ),
    )
    store.syncNow()
    await until(() => store.table('investments').size > limits.stepsPerVerb)
    expect(await store.commit([{ op: 'act', ...exit }])).toEqual({
      ok: false,
      issues: { '': { key: 'tooManyRows', params: { rows: limits.stepsPerVerb + 2, max: limits.stepsPerVerb } } },
    })
    const act = vi.spyOn(store.online, 'act').mockResolvedValue(undefined)
    await store.act(exit)
    expect(act).toHaveBeenCalledWith('projects', harbour, 'exit', exit.fields)
    expect(store.outbox()).toEqual([])
  })
})
