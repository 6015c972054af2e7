import { describe, expect, it } from 'vitest'
import type { RefusedChange, Store } from '#web/store/base/contract.ts'
import { Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')

async function setupStore() {
  const device = new Device()
  device.server.write(project('Harbour'))
  device.server.write(investor('Ada'))
  const store = await device.open()
  const refused: RefusedChange[] = []
  store.onRefused((each) => refused.push(each))
  await synced(store)
  return { device, store, server: device.server, refused }
}

const harbourIn = (store: Store) => store.table('projects').get(harbour)!

async function goOffline({ device, store }: { device: Device; store: Store }) {
  device.server.fault(/./, { kind: 'drop' }, 1_000)
  store.syncNow()
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
  return () => {
    device.server.clearFaults()
    store.syncNow()
  }
}

describe('an update', () => {
  it('sends only changed fields, with the base of their groups and the row number', async () => {
    const { store, server } = await setupStore()
    server.received.length = 0
    const { number } = harbourIn(store)
    await store.update('projects', harbourIn(store), { name: 'Harbour', targetAmount: '2000' })
    await synced(store)
    expect(server.requests(changes)[0]!.body!.changes[0]!.ops).toEqual([
      {
        op: 'update',
        entity: 'projects',
        id: harbour,
        fields: { targetAmount: '2000.00' },
        base: { targetAmount: '1000.00', currency: 'USD' },
        seen: number,
      },
    ])
  })

  it('without a difference creates no change', async () => {
    const { store, server } = await setupStore()
    server.received.length = 0
    expect(
      await store.update('projects', harbourIn(store), { name: 'Harbour', targetAmount: '1000', location: '' }),
    ).toEqual({ ok: true, changeId: '', id: harbour })
    expect(store.outbox()).toEqual([])
    expect(server.received).toEqual([])
  })

  it('is rejected locally if its values are invalid', async () => {
    const { store } = await setupStore()
    expect(await store.update('projects', harbourIn(store), { name: ' ' })).toEqual({
      ok: false,
      issues: { name: { key: 'projectName' } },
    })
    expect(await store.update('projects', harbourIn(store), { raisedAmount: '5' } as object)).toEqual({
      ok: false,
      issues: { raisedAmount: { key: 'byServer' } },
    })
    expect(store.outbox()).toEqual([])
  })

  it('cannot move a row to another parent', async () => {
    const { store, server } = await setupStore()
    server.write(project('Tower'))
    server.write(investment('Stake', harbour, uuid7('Ada'), '10.00'))
    store.syncNow()
    await until(() => store.table('investments').size === 1)
    const [stakeRow] = store.table('investments').where('projectId', harbour)
    expect(await store.update('investments', stakeRow!, { projectId: uuid7('Tower') })).toEqual({
      ok: false,
      issues: { projectId: { key: 'fixed' } },
    })
  })

  it('of a row changed twice offline has the previous values as base and keeps the server’s number', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const { number } = harbourIn(store)
    const goOnline = await goOffline(setup)
    await store.update('projects', harbourIn(store), { name: 'One' })
    await store.update('projects', harbourIn(store), { name: 'Two' })
    server.received.length = 0
    goOnline()
    await synced(store)
    const ops = server.requests(changes)[0]!.body!.changes.map((change) => change.ops[0])
    expect(ops).toMatchObject([
      { fields: { name: 'One' }, base: { name: 'Harbour' }, seen: number },
      { fields: { name: 'Two' }, base: { name: 'One' }, seen: number },
    ])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Two' })
    expect(store.status.attention).toBe(0)
  })
})

describe('a verdict', () => {
  it('merged: both changes are in the row', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const goOnline = await goOffline(setup)
    await store.update('projects', harbourIn(store), { location: 'Izmir' })
    server.write(project('Harbour', { name: 'Harbour by others' }))
    goOnline()
    await synced(store)
    expect(harbourIn(store)).toMatchObject({ name: 'Harbour by others', location: 'Izmir' })
    expect(store.outbox()[0]).toMatchObject({ state: 'settled', verdict: { verdict: 'merged' } })
  })

  it('conflict: their value is shown, the inbox lists all three values, and this window is notified', async () => {
    const setup = await setupStore()
    const { store, server, refused } = setup
    const goOnline = await goOffline(setup)
    const mine = await store.update('projects', harbourIn(store), { name: 'Mine' })
    server.write(project('Harbour', { name: 'Theirs' }))
    goOnline()
    await until(() => store.status.attention === 1 && harbourIn(store).name === 'Theirs')
    expect(store.outbox()[0]).toMatchObject({
      state: 'attention',
      verdict: {
        verdict: 'conflict',
        conflicts: [{ field: 'name', base: 'Harbour', yours: 'Mine', theirs: 'Theirs' }],
      },
    })
    expect(store.table('projects').badge(harbour)).toBe('attention')
    expect(refused.map(({ changeId }) => changeId)).toEqual(mine.ok ? [mine.changeId] : [])
  })

  it('conflict in one group: the other groups are applied', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const goOnline = await goOffline(setup)
    await store.update('projects', harbourIn(store), { name: 'Mine', location: 'Izmir' })
    server.write(project('Harbour', { name: 'Theirs' }))
    goOnline()
    await until(() => store.status.attention === 1 && harbourIn(store).name === 'Theirs' && !store.status.syncing)
    expect(harbourIn(store)).toMatchObject({ name: 'Theirs', location: 'Izmir' })
  })

  it('conflict in one group: the refused value is not shown again when the rest arrives', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    await goOffline(setup)
    await store.update('projects', harbourIn(store), { name: 'Mine', location: 'Izmir' })
    server.write(project('Harbour', { name: 'Theirs' }))
    server.clearFaults()
    server.fault(/feed$/, { kind: 'drop' }, 1_000)
    store.syncNow()
    await until(() => store.status.attention === 1)
    expect(harbourIn(store)).toMatchObject({ name: 'Harbour', location: 'Izmir' })
  })

  it('PUSH14 PUSH20 stores issues as keys and drops only unknown codes of a newer server', async () => {
    const device = new Device()
    const store = await device.openSynced()
    const issues = { name: { key: 'max', params: { max: 255 } }, type: { key: 'distance' } }
    const errors = { name: 'Maximum 255 characters allowed', type: 'Too far away' }
    device.server.verdictOf = () => ({ code: 'LOCKED' as 'DUPLICATE', message: 'This is locked.', errors, issues })
    await store.create('projects', { name: 'Harbour', type: 'AGRICULTURE' })
    await until(() => store.status.attention === 1 && !store.status.syncing)
    await store.close()
    const restarted = await device.open()
    const { verdict } = restarted.outbox()[0]!
    expect(verdict).toMatchObject({ verdict: 'rejected', message: 'This is locked.', errors, issues })
    expect(verdict!.code).toBeUndefined()
  })

  it('does not notify if the change is older than a minute', async () => {
    const setup = await setupStore()
    const { store, server, refused, device } = setup
    const goOnline = await goOffline(setup)
    await store.update('projects', harbourIn(store), { name: 'Mine' })
    server.write(project('Harbour', { name: 'Theirs' }))
    device.clock.advance(61_000)
    await until(() => !store.status.syncing)
    goOnline()
    await until(() => store.status.attention === 1)
    expect(refused).toEqual([])
  })

  it('SEND6 conflict: stays in the inbox after a restart, without its overlay', async () => {
    const setup = await setupStore()
    const { store, server, device } = setup
    const goOnline = await goOffline(setup)
    await store.update('projects', harbourIn(store), { name: 'Mine' })
    server.write(project('Harbour', { name: 'Theirs' }))
    goOnline()
    await until(() => store.status.attention === 1 && harbourIn(store).name === 'Theirs')
    await store.close()
    const restarted = await device.open()
    expect(restarted.outbox()[0]).toMatchObject({ state: 'attention', verdict: { verdict: 'conflict' } })
    expect(harbourIn(restarted).name).toBe('Theirs')
    expect(restarted.table('projects').badged()).toEqual(new Set([harbour]))
  })

  it('SEND8 SEND19 supersedes later changes of the same field and reports that to the server', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const goOnline = await goOffline(setup)
    const first = await store.update('projects', harbourIn(store), { name: 'Mine' })
    server.write(project('Harbour', { name: 'Theirs' }))
    await until(() => !store.status.syncing)
    let open = (): void => {}
    server.gate = new Promise((resolve) => (open = resolve))
    server.received.length = 0
    goOnline()
    await until(() => server.requests(changes).length === 1)
    await store.update('projects', harbourIn(store), { name: 'Mine again' })
    await store.update('projects', harbourIn(store), { location: 'Izmir' })
    open()
    await until(() => store.status.attention === 1 && store.status.waiting === 0 && !store.status.syncing)
    expect(harbourIn(store)).toMatchObject({ name: 'Theirs', location: 'Izmir' })
    const superseded = store.outbox().find(({ verdict }) => verdict?.code === 'SUPERSEDED')!
    expect(superseded).toMatchObject({ state: 'attention', because: first.ok && first.changeId })
    const sent = server.requests(changes).flatMap(({ body }) => body!.changes)
    expect(sent.filter(({ id }) => id === superseded.id)).toMatchObject([{ superseded: true }])
    expect(server.row('projects', harbour)!['name']).toBe('Theirs')
  })

  it('SEND8 SEND19 checks a superseded change with the server, which it may have accepted earlier', async () => {
    const setup = await setupStore()
    const { store, server, device } = setup
    await goOffline(setup)
    const firstResult = await store.update('projects', harbourIn(store), { name: 'One' })
    const secondResult = await store.update('projects', harbourIn(store), { name: 'Two' })
    server.clearFaults()
    server.fault(changes, { kind: 'lose' })
    server.fault(/./, { kind: 'drop' }, 1_000)
    store.syncNow()
    await until(() => server.row('projects', harbour)!['name'] === 'Two')
    await store.close()
    const restarted = await device.open()
    await until(() => restarted.status.connection === 'offline' && !restarted.status.syncing)
    await restarted.discard(firstResult.ok ? firstResult.changeId : '')
    const entry = () => restarted.outbox().find(({ id }) => secondResult.ok && id === secondResult.changeId)
    expect(entry()).toMatchObject({ state: 'attention', because: firstResult.ok && firstResult.changeId })
    server.clearFaults()
    restarted.syncNow()
    await until(() => entry()!.state === 'settled')
    expect(restarted.status.attention).toBe(0)
    expect(harbourIn(restarted).name).toBe('Two')
  })

  it('SEND8 rejected: changes that refer to a refused row wait with it, and one retry resends all', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    let open = (): void => {}
    server.gate = new Promise((resolve) => (open = resolve))
    const created = await store.create('projects', { name: 'refuse me', type: 'AGRICULTURE' })
    await until(() => server.requests(changes).length === 1)
    await store.update('projects', store.table('projects').get(created.ok ? created.id : '')!, {
      name: 'A better name',
    })
    await store.create('investments', {
      projectId: created.ok ? created.id : '',
      investorId: uuid7('Ada'),
      amount: '50',
    })
    open()
    await until(() => store.status.attention === 1 && store.status.waiting === 0)
    expect(store.table('projects').size).toBe(1)
    expect(store.table('investments').size).toBe(0)
    expect(store.outbox().filter(({ state }) => state === 'attention')).toHaveLength(3)

    server.received.length = 0
    await store.retry(created.ok ? created.changeId : '')
    await until(
      () => store.status.waiting === 0 && store.status.attention === 1 && server.requests(changes).length === 1,
    )
    expect(server.requests(changes)[0]!.body!.changes.map(({ ops }) => ops[0]!.op)).toEqual([
      'create',
      'update',
      'create',
    ])
  })
})

describe('the inbox', () => {
  async function setupConflict() {
    const setup = await setupStore()
    const goOnline = await goOffline(setup)
    const mine = await setup.store.update('projects', harbourIn(setup.store), { name: 'Mine', location: 'Izmir' })
    setup.server.write(project('Harbour', { name: 'Theirs' }))
    goOnline()
    await until(
      () =>
        setup.store.status.attention === 1 && harbourIn(setup.store).name === 'Theirs' && !setup.store.status.syncing,
    )
    return { ...setup, changeId: mine.ok ? mine.changeId : '' }
  }

  it('SEND7 retries only the refused part, as a new change based on the current values', async () => {
    const { store, server, changeId } = await setupConflict()
    server.received.length = 0
    const { number } = harbourIn(store)
    const retried = await store.retry(changeId)
    expect(harbourIn(store).name).toBe('Mine')
    await synced(store)
    const [sent] = server.requests(changes)[0]!.body!.changes
    expect(sent).toMatchObject({
      id: retried.ok && retried.changeId,
      ops: [{ fields: { name: 'Mine' }, base: { name: 'Theirs' }, seen: number }],
    })
    expect(sent!.id).not.toBe(changeId)
    expect(store.status.attention).toBe(0)
    expect(store.outbox().find(({ id }) => id === changeId)!.state).toBe('discarded')
  })

  it('SEND7 removes discarded changes, even after a restart', async () => {
    const { device, store, changeId } = await setupConflict()
    await store.discard(changeId)
    expect(store.status.attention).toBe(0)
    expect(store.table('projects').badged().size).toBe(0)
    await store.close()
    const restarted = await device.open()
    expect(restarted.status.attention).toBe(0)
  })

  it('discards a waiting change: it is never sent, and its effect disappears', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const goOnline = await goOffline(setup)
    const created = await store.create('projects', { name: 'Never mind', type: 'AGRICULTURE' })
    await store.update('projects', store.table('projects').get(created.ok ? created.id : '')!, {
      name: 'Never mind at all',
    })
    await store.discard(created.ok ? created.changeId : '')
    expect(store.table('projects').size).toBe(1)
    expect(store.status).toMatchObject({ waiting: 0, attention: 0 })
    server.received.length = 0
    goOnline()
    await synced(store)
    expect(server.requests(changes)).toEqual([])
  })

  it('recounts the associated rows when a deletion is retried', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const goOnline = await goOffline(setup)
    const ada = store.table('investors').get(uuid7('Ada'))!
    const deletion = await store.remove('investors', ada, { investments: [] })
    server.write(investor('Ada', { phone: '+90 1' }))
    server.write(investment('Stake', harbour, uuid7('Ada'), '10.00'))
    goOnline()
    await until(() => store.status.attention === 1 && store.table('investments').size === 1 && !store.status.syncing)
    expect(store.outbox()[0]!.verdict).toMatchObject({ verdict: 'conflict', code: 'DELETE_CHANGED' })
    await store.retry(deletion.ok ? deletion.changeId : '')
    await synced(store)
    const { ops } = server.requests(changes).at(-1)!.body!.changes[0]!
    expect(ops[0]).toMatchObject({ op: 'delete', base: { phone: '+90 1', $with: { investments: [uuid7('Stake')] } } })
    expect(store.table('investors').size).toBe(0)
  })
})

describe('a restored backup', () => {
  it('gets its lost changes again with their former position and recognizes those it still has', async () => {
    const { store, server } = await setupStore()
    await store.create('projects', { name: 'Kept', type: 'AGRICULTURE' })
    await synced(store)
    const numberBefore = server.number
    await store.create('projects', { name: 'Lost', type: 'AGRICULTURE' })
    await synced(store)
    const lost = server.number
    server.restore(numberBefore)
    server.received.length = 0
    store.syncNow()
    await until(() => store.status.waiting > 0 || server.requests(changes).length > 0)
    await synced(store)
    const sent = server.requests(changes).flatMap(({ body }) => body!.changes)
    expect(sent.map(({ was }) => was)).toMatchObject([
      { epoch: 'epoch-1', number: numberBefore },
      { epoch: 'epoch-1', number: lost },
    ])
    expect([...store.table('projects').all()].map(({ name }) => name).sort()).toEqual(['Harbour', 'Kept', 'Lost'])
    expect(store.status.attention).toBe(0)
  })
})
