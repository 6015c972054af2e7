import { describe, expect, it } from 'vitest'
import type { Choice, Store } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import { Device, goOffline, goOnline, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import { investment, investor, project } from '#web/store/test/rows.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')
const stakeId = uuid7('Stake')

async function setupStore() {
  const device = new Device()
  const { server } = device
  server.write(project('Harbour'), project('Tower'), investor('Ada'))
  server.write(investment('Stake', harbour, uuid7('Ada'), '10.00'))
  const store = await device.openSynced()
  return { device, store, server }
}

const projectRow = (store: Store, id = harbour) => store.table('projects').get(id)!
const changeIdOf = (outcome: CommitResult) => (outcome.ok ? outcome.changeId : '')
const sentChanges = (server: Device['server']) => server.requests(changes).flatMap(({ body }) => body!.changes)
const waitUntilSettled = (store: Store) => until(() => store.status.waiting === 0 && !store.status.syncing)
const choice = (field: string, keep: Choice['keep'], id = harbour): Choice => ({ id, field, keep })

async function makeConflict(
  { device, store, server }: Awaited<ReturnType<typeof setupStore>>,
  mine: () => Promise<unknown>,
  theirs: () => unknown,
) {
  await goOffline(server, store)
  await mine()
  theirs()
  server.clearFaults()
  device.clock.advance(0)
  store.syncNow()
  await until(() => store.status.attention > 0 && store.status.connection === 'online')
  await waitUntilSettled(store)
  server.received.length = 0
}

async function setupConflict() {
  const setup = await setupStore()
  let changeId = ''
  await makeConflict(
    setup,
    async () =>
      (changeId = changeIdOf(
        await setup.store.update('projects', projectRow(setup.store), { name: 'Mine', location: 'Fes' }),
      )),
    () => setup.server.write(project('Harbour', { name: 'Theirs', location: 'Rabat' })),
  )
  return { ...setup, changeId }
}

describe('a conflict', () => {
  it('SEND11 is settled with mine: the base is the verdict’s value, even before the feed contains it', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    server.fault(/./, { kind: 'drop' }, 99)
    const mine = await store.update('projects', projectRow(store), { name: 'Mine' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    server.write(project('Harbour', { name: 'Theirs' }))
    server.clearFaults()
    server.fault(/feed$/, { kind: 'drop' }, 99)
    store.syncNow()
    await until(() => store.status.attention === 1 && !store.status.syncing)
    expect(projectRow(store).name).toBe('Harbour')
    await store.settle(changeIdOf(mine), [choice('name', 'mine')])
    expect(projectRow(store).name).toBe('Mine')
    store.syncNow()
    await until(() => server.row('projects', harbour)?.['name'] === 'Mine')
    expect(sentChanges(server).at(-1)!.ops).toMatchObject([{ fields: { name: 'Mine' }, base: { name: 'Theirs' } }])
    goOnline(server, store)
    await synced(store)
    expect(store.status.attention).toBe(0)
  })

  it('SEND11 is settled with theirs: nothing is sent, and the change is discarded', async () => {
    const { device, store, server, changeId } = await setupConflict()
    await store.settle(changeId, [choice('name', 'theirs'), choice('location', 'theirs')])
    await waitUntilSettled(store)
    expect(sentChanges(server)).toEqual([])
    expect(projectRow(store)).toMatchObject({ name: 'Theirs', location: 'Rabat' })
    expect(store.status.attention).toBe(0)
    await store.close()
    expect((await device.open()).status.attention).toBe(0)
  })

  it('SEND11 is settled field by field', async () => {
    const { store, server, changeId } = await setupConflict()
    await store.settle(changeId, [choice('name', 'theirs'), choice('location', 'mine')])
    await synced(store)
    expect(sentChanges(server)).toMatchObject([{ ops: [{ fields: { location: 'Fes' }, base: { location: 'Rabat' } }] }])
    expect(sentChanges(server)[0]!.ops[0]).not.toHaveProperty('fields.name')
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Theirs', location: 'Fes' })
    expect(store.status.attention).toBe(0)
  })

  it('SEND20 discards the whole change if theirs is chosen for a guard', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const tower = uuid7('Tower')
    const guard = { op: 'update', entity: 'projects', seen: projectRow(store), fields: { name: 'Harbour' } } as const
    const rest = { op: 'update', entity: 'projects', seen: projectRow(store, tower), fields: { name: 'Pier' } } as const
    let changeId = ''
    await makeConflict(
      setup,
      async () => (changeId = changeIdOf(await store.commit([{ ...guard, isGuard: true }, rest]))),
      () => server.write(project('Harbour', { name: 'Theirs' })),
    )
    await store.settle(changeId, [choice('name', 'theirs')])
    await waitUntilSettled(store)
    expect(sentChanges(server)).toEqual([])
    expect(projectRow(store, tower).name).toBe('Tower')
    expect(store.status.attention).toBe(0)
  })

  it('SEND11 requires a choice for every field in conflict', async () => {
    const { store, changeId } = await setupConflict()
    await expect(store.settle(changeId, [choice('name', 'mine')])).rejects.toThrow('No choice was made for location')
    expect(store.status.attention).toBe(1)
  })

  it('SEND11 sets a whole merge group: an amount with its currency', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    let changeId = ''
    const row = () => store.table('investments').get(stakeId)!
    await makeConflict(
      setup,
      async () => (changeId = changeIdOf(await store.update('investments', row(), { amount: '20' }))),
      () => server.write(investment('Stake', harbour, uuid7('Ada'), '30.00', { currency: 'EUR' })),
    )
    await store.settle(changeId, [choice('amount', 'mine', stakeId)])
    await synced(store)
    expect(server.row('investments', stakeId)).toMatchObject({ amount: '20.00', currency: 'USD' })
    expect(store.status.attention).toBe(0)
  })

  it('SEND11 respects later changes of this device to the field', async () => {
    const { store, server, changeId } = await setupConflict()
    server.fault(changes, { kind: 'drop' }, 1)
    await store.update('projects', projectRow(store), { name: 'Since' })
    await store.settle(changeId, [choice('name', 'mine'), choice('location', 'theirs')])
    expect(projectRow(store).name).toBe('Mine')
    await syncAgain(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Mine', location: 'Rabat' })
    expect(store.status.attention).toBe(0)
  })

  it.each(['mine', 'theirs'] as const)('SEND11 SEND20 also settles changes that build on it: %s', async (keep) => {
    const setup = await setupStore()
    const { store, server } = setup
    let changeId = ''
    await makeConflict(
      setup,
      async () => {
        changeId = changeIdOf(await store.update('projects', projectRow(store), { name: 'Mine' }))
        await store.update('projects', projectRow(store), { name: 'Mine again', location: 'Fes' })
      },
      () => server.write(project('Harbour', { name: 'Theirs' })),
    )
    expect(store.outbox().filter(({ state }) => state === 'attention')).toHaveLength(2)
    await store.settle(changeId, [choice('name', keep)])
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject(
      keep === 'mine' ? { name: 'Mine again', location: 'Fes' } : { name: 'Theirs', location: 'Fes' },
    )
    expect(store.status.attention).toBe(0)
  })

  it('SEND11 SEND20 in one of several operations: the others are sent with either choice', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    let changeId = ''
    await makeConflict(
      setup,
      async () => {
        const result = await store.commit([
          { op: 'update', entity: 'projects', seen: projectRow(store), fields: { name: 'Mine', location: 'Fes' } },
          { op: 'create', entity: 'projects', fields: { name: 'Held back', type: 'AGRICULTURE' } },
        ])
        changeId = changeIdOf(result)
        expect(store.table('projects').size).toBe(3)
      },
      () => server.write(project('Harbour', { name: 'Theirs' })),
    )
    expect(store.table('projects').size).toBe(2)
    expect(projectRow(store)).toMatchObject({ name: 'Theirs', location: null })
    await store.settle(changeId, [choice('name', 'theirs')])
    await synced(store)
    expect(sentChanges(server)).toHaveLength(1)
    expect(projectRow(store)).toMatchObject({ name: 'Theirs', location: 'Fes' })
    expect([...store.table('projects').all()].map(({ name }) => name).sort()).toEqual(['Held back', 'Theirs', 'Tower'])
  })

  it('SEND11 shows the author and time of their value', async () => {
    const setup = await setupStore()
    setup.server.writer = { by: 'Marek', at: '2026-03-01T12:14:00.000Z' }
    await makeConflict(
      setup,
      () => setup.store.update('projects', projectRow(setup.store), { name: 'Mine' }),
      () => setup.server.write(project('Harbour', { name: 'Theirs' })),
    )
    expect(setup.store.outbox()[0]!.verdict!.conflicts).toMatchObject([setup.server.writer])
  })
})

describe('a change to a deleted record', () => {
  async function setupDeleted(follow?: (store: Store) => Promise<unknown>) {
    const setup = await setupStore()
    const { store, server } = setup
    let changeId = ''
    const tower = uuid7('Tower')
    await makeConflict(
      setup,
      async () => {
        changeId = changeIdOf(await store.update('projects', projectRow(store, tower), { location: 'Fes' }))
        await follow?.(store)
      },
      () => server.write(['projects', tower, null]),
    )
    expect(store.table('projects').get(tower)).toBeUndefined()
    return { ...setup, changeId, tower }
  }

  it('SEND12 SEND21 keeps the name of the record, even after a restart, and never sends it', async () => {
    const { device, store, tower, server } = await setupDeleted()
    expect(store.outbox()[0]).toMatchObject({ state: 'attention', names: { [tower]: 'Tower' } })
    await store.close()
    const again = await device.open()
    expect(again.outbox()[0]!.names).toEqual({ [tower]: 'Tower' })
    expect(again.outbox()[0]!.verdict!.code).toBe('DELETED')
    await again.restoreAndApply(again.outbox()[0]!.id)
    await synced(again)
    expect(
      server
        .requests(changes)
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/"records"|"names"|Tower/)
  })

  it('SEND12 has the names of the records that it refers to', async () => {
    const { store } = await setupStore()
    await store.create('investments', { projectId: harbour, investorId: uuid7('Ada'), amount: '5' })
    expect(store.outbox()[0]!.names).toMatchObject({ [harbour]: 'Harbour', [uuid7('Ada')]: 'Ada' })
    expect(Object.values(store.outbox()[0]!.names)).toHaveLength(3)
  })

  it('SEND12 is shown with the name of the record', async () => {
    const setup = await setupStore()
    const reported: unknown[] = []
    setup.store.onRefused((refused) => reported.push(refused))
    await makeConflict(
      setup,
      () => setup.store.update('projects', projectRow(setup.store), { location: 'Fes' }),
      () => setup.server.write(['projects', harbour, null]),
    )
    expect(reported).toMatchObject([
      { verdict: { code: 'DELETED' }, ops: [{ op: 'update', id: harbour }], names: { [harbour]: 'Harbour' } },
    ])
  })

  it.each(['restoreAndApply', 'retry'] as const)('SEND12 restores the record in the same change: %s', async (verb) => {
    const { store, server, changeId, tower } = await setupDeleted()
    await store[verb](changeId)
    expect(store.outbox()[0]!.names).toEqual({ [tower]: 'Tower' })
    await synced(store)
    expect(sentChanges(server)).toMatchObject([
      {
        ops: [
          { op: 'restore', id: tower },
          { op: 'update', id: tower },
        ],
      },
    ])
    expect(projectRow(store, tower)).toMatchObject({ name: 'Tower', location: 'Fes' })
    expect(store.status.attention).toBe(0)
  })

  it('SEND12 restores the record and then conflicts with values written before its deletion', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    let changeId = ''
    await makeConflict(
      setup,
      async () => (changeId = changeIdOf(await store.update('projects', projectRow(store), { name: 'Mine' }))),
      () => {
        server.write(project('Harbour', { name: 'Theirs' }))
        server.write(['projects', harbour, null])
      },
    )
    const restored = await store.restoreAndApply(changeId)
    await until(() => store.status.attention === 1)
    await waitUntilSettled(store)
    await store.settle(changeIdOf(restored), [choice('name', 'mine')])
    await synced(store)
    expect(projectRow(store)).toMatchObject({ name: 'Mine' })
  })

  it('SEND12 creates a new record from known values, and dependent changes are moved to it', async () => {
    const { store, server, changeId, tower } = await setupDeleted((open) =>
      open.create('investments', { projectId: uuid7('Tower'), investorId: uuid7('Ada'), amount: '5' }),
    )
    const result = await store.recreate(changeId)
    await synced(store)
    const id = result.ok ? result.id : ''
    expect(id).not.toBe(tower)
    expect(server.row('projects', id)).toMatchObject({ name: 'Tower', location: 'Fes', targetAmount: '1000.00' })
    expect(server.row('projects', tower)).toBeNull()
    expect(store.table('investments').where('projectId', id)).toMatchObject([{ amount: '5.00' }])
    expect(store.status.attention).toBe(0)
  })

  it('SEND12 creates a new record without a phone number that is no longer valid', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    const omar = uuid7('Omar')
    server.write(investor('Omar', { phone: 'abc' }))
    store.syncNow()
    await until(() => store.table('investors').size === 2)
    let changeId = ''
    const seen = store.table('investors').get(omar)!
    await makeConflict(
      setup,
      async () => (changeId = changeIdOf(await store.update('investors', seen, { firstName: 'Umar' }))),
      () => server.write(['investors', omar, null]),
    )
    const result = await store.recreate(changeId)
    await synced(store)
    expect(server.row('investors', result.ok ? result.id : '')).toMatchObject({ firstName: 'Umar', phone: null })
  })

  it('SEND12 can be discarded', async () => {
    const { store, server, changeId } = await setupDeleted()
    await store.discard(changeId)
    await waitUntilSettled(store)
    expect(sentChanges(server)).toEqual([])
    expect(store.status.attention).toBe(0)
  })

  it('SEND12 whose parent is deleted also restores the parent', async () => {
    const setup = await setupStore()
    const { store, server } = setup
    let result: CommitResult | undefined
    const tower = uuid7('Tower')
    await makeConflict(
      setup,
      async () =>
        (result = await store.create('investments', { projectId: tower, investorId: uuid7('Ada'), amount: '5' })),
      () => server.write(['projects', tower, null]),
    )
    expect(store.outbox()[0]).toMatchObject({ verdict: { code: 'PARENT_GONE' }, names: { [tower]: 'Tower' } })
    await store.restoreAndApply(changeIdOf(result!))
    await synced(store)
    expect(projectRow(store, tower).name).toBe('Tower')
    expect(store.table('investments').size).toBe(2)
  })
})

describe('several operations', () => {
  it('SEND13 are one change: shown together, and sent together', async () => {
    const { store, server } = await setupStore()
    server.received.length = 0
    const id = store.newId()
    const result = await store.commit([
      { op: 'create', entity: 'projects', id, fields: { name: 'New', type: 'AGRICULTURE' } },
      { op: 'create', entity: 'investments', fields: { projectId: id, investorId: uuid7('Ada'), amount: '5' } },
      { op: 'update', entity: 'projects', seen: projectRow(store), fields: { location: 'Fes' } },
      { op: 'delete', entity: 'investments', seen: store.table('investments').get(stakeId)! },
    ])
    expect(result).toMatchObject({ ok: true, id })
    expect(projectRow(store, id)).toMatchObject({ name: 'New', raisedAmount: '5.00' })
    expect(projectRow(store).location).toBe('Fes')
    expect(store.table('investments').get(stakeId)).toBeUndefined()
    expect(store.outbox()).toHaveLength(1)
    await synced(store)
    expect(sentChanges(server).map(({ ops }) => ops.map(({ op }) => op))).toEqual([
      ['create', 'create', 'update', 'delete'],
    ])
    expect(store.status.attention).toBe(0)
  })

  it('SEND13 are refused together if one is invalid, and the result says which', async () => {
    const { store } = await setupStore()
    const result = await store.commit([
      { op: 'create', entity: 'projects', fields: { name: 'Fine', type: 'AGRICULTURE' } },
      { op: 'update', entity: 'projects', seen: projectRow(store), fields: { name: ' ' } },
    ])
    expect(result).toEqual({ ok: false, issues: { name: { key: 'projectName' } }, at: 1 })
    expect(store.table('projects').size).toBe(2)
    expect(store.outbox()).toEqual([])
  })

  it('SEND13 make no change if nothing differs, and are at most fifty', async () => {
    const { store } = await setupStore()
    const same = { op: 'update', entity: 'projects', seen: projectRow(store), fields: { name: 'Harbour' } } as const
    expect(await store.commit([same, same])).toEqual({ ok: true, changeId: '', id: harbour })
    await expect(store.commit(Array.from({ length: 51 }, () => same))).rejects.toThrow('1 to 50')
    await expect(store.commit([])).rejects.toThrow('1 to 50')
  })

  it('SEND13 SEND22 a restore shows rows that this device deleted, but none that only the server has', async () => {
    const { store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 99)
    await store.remove('investors', store.table('investors').get(uuid7('Ada'))!, { investments: [stakeId] })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect([store.table('investors').size, store.table('investments').size, projectRow(store).raisedAmount]).toEqual([
      0,
      0,
      '-10.00',
    ])
    await store.commit([{ op: 'restore', entity: 'investors', id: uuid7('Ada') }])
    expect([store.table('investors').size, store.table('investments').size, projectRow(store).raisedAmount]).toEqual([
      1,
      1,
      '0.00',
    ])
    expect(store.table('investors').badge(uuid7('Ada'))).toBe('waiting')
    await store.commit([{ op: 'restore', entity: 'projects', id: uuid7('Unknown') }])
    expect(store.table('projects').size).toBe(2)
    goOnline(server, store)
    await until(() => store.status.waiting === 0)
    expect(server.row('investments', stakeId)).toMatchObject({ amount: '10.00' })
  })
})
