import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { FoldedRows } from './folded-rows.ts'
import { packedIn, packRows } from './packed-rows.ts'
import { Device, goOnline, synced, until, uuid7 } from '#web/store/test/device.ts'
import { withoutEntity, withoutFields } from '#web/store/test/older-definitions.ts'
import { project } from '#web/store/test/rows.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const valuation: [string, string, Record<string, unknown>] = [
  'valuations',
  uuid7('value'),
  { projectId: uuid7('Harbour'), nav: '10.00', valuationDate: '2026-01-01', valueRatio: null, shown: true },
]
const newerFields = { currency: 'EUR', location: 'Izmir' }

function projectWithout(name: string, ...fields: readonly string[]): ReturnType<typeof project> {
  const [entity, id, values] = project(name)
  return [entity, id, Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))]
}

describe('a row sent before a field existed', () => {
  it.each([1, 400])('GROW3 gets its default or null, immediately and from the disk, among %i rows', async (count) => {
    const device = new Device()
    const addFields = withoutFields('projects', 'location', 'currency')
    const names = Array.from({ length: count }, (_, at) => `P${at}`)
    device.server.write(...names.map((name) => projectWithout(name, 'location', 'currency')))
    const store = await device.openSynced()
    expect(store.table('projects').get(uuid7('P0'))).not.toHaveProperty('location')
    await store.close()
    addFields()
    const restarted = await device.open()
    const rows = restarted.table('projects')
    expect(rows.get(uuid7('P0'))).toMatchObject({ name: 'P0', location: null, currency: 'USD' })
    expect([...rows.scan()].map(({ location, currency }) => [location, currency])).toEqual(
      names.map(() => [null, 'USD']),
    )
    device.server.write(projectWithout('Late', 'location'), ...names.map((name) => projectWithout(name, 'currency')))
    restarted.syncNow()
    await until(() => rows.size === count + 1)
    expect(rows.get(uuid7('Late'))).toMatchObject({ location: null, currency: 'USD' })
    expect([...rows.all()].every((row) => row.location === null && row.currency === 'USD')).toBe(true)
  })

  it('GROW3 is filled with the fields that its recipients may read, and is unchanged on the disk', () => {
    const [entity, id, values] = projectWithout('Harbour', 'raisedAmount', 'location')
    const receivedRow = (fields: Record<string, unknown>, isPacked: boolean) => {
      const rows = new FoldedRows(entity, () => {})
      if (isPacked) rows.addPacked(packedIn(packRows([[entity, id, 1, fields]]))[0]!)
      else rows.receive(id, 1, fields)
      return rows.get(id)
    }
    for (const isPacked of [true, false]) {
      const staffRow = { ...values, createdBy: null }
      expect(receivedRow(staffRow, isPacked)).toMatchObject({ raisedAmount: '0.00', location: null })
      expect(staffRow).not.toHaveProperty('location')
      const investorRow = receivedRow({ ...values }, isPacked)
      expect(investorRow).toMatchObject({ location: null })
      expect(investorRow).not.toHaveProperty('raisedAmount')
    }
  })

  it('GROW3 is also filled if this device created it and has not sent it', async () => {
    const device = new Device()
    const grow = withoutFields('projects', 'location', 'currency', 'isVisibleToInvestors')
    device.server.write(project('Harbour'))
    const store = await device.openSynced()
    device.server.fault(/./, { kind: 'drop' }, 99)
    await store.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
    await store.close()
    grow()
    const restarted = await device.open()
    const ownProject = [...restarted.table('projects').all()].find(({ name }) => name === 'Mine')
    expect(ownProject).toMatchObject({
      location: null,
      currency: 'USD',
      isVisibleToInvestors: true,
      raisedAmount: '0.00',
    })
    goOnline(device.server, restarted)
    await synced(restarted)
    const [sent] = device.server.received.flatMap(({ body }) => body?.changes ?? [])
    expect(sent!.ops[0]).toMatchObject({ op: 'create', id: ownProject!.id })
    expect(JSON.stringify(sent)).not.toContain('location')
  })
})

describe('a device that is older than the server', () => {
  it('GROW4 keeps unknown fields and records, and shows them once it is up to date', async () => {
    const device = new Device()
    const [growField, growEntity] = [withoutFields('projects', 'location', 'currency'), withoutEntity('valuations')]
    device.server.write(project('Harbour', newerFields), valuation)
    const store = await device.openSynced()
    const row = store.table('projects').get(uuid7('Harbour'))!
    await store.update('projects', row, { description: 'By an older version' })
    await synced(store)
    for (let at = 0; at < 80; at++) {
      device.server.write(project(`P${at}`, newerFields))
      store.syncNow()
      await until(() => store.table('projects').size === at + 2)
    }
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    expect((await storedTexts(device)).length, 'packed again by the older version').toBeLessThan(30)
    await store.close()
    growField()
    growEntity()
    device.server.received.length = 0
    const restarted = await device.open()
    expect(restarted.table('projects').get(uuid7('Harbour'))).toMatchObject({
      ...newerFields,
      description: 'By an older version',
    })
    expect(restarted.table('projects').get(uuid7('P79'))).toMatchObject(newerFields)
    expect(restarted.table('valuations').get(valuation[1])).toMatchObject({ nav: '10.00' })
    await synced(restarted)
    expect(device.server.received.map(({ query }) => query.get('after'))).not.toContain('0')
  })
})

describe('rows from an older node', () => {
  async function setupOlder() {
    const device = new Device()
    const { server, clock } = device
    server.write(project('Harbour'))
    const store = await device.openSynced()
    server.older = true
    server.write(projectWithout('Tower', 'location'))
    store.syncNow()
    await until(() => store.table('projects').size === 2 && !store.status.syncing)
    const [, , values] = project('Tower', { location: 'Izmir' })
    Object.assign(server.row('projects', uuid7('Tower'))!, values)
    const waitMinutes = async (minutes: number) => {
      const requestsBefore = server.received.length
      clock.advance(minutes * 60_000)
      await until(() => server.received.length > requestsBefore && !store.status.syncing)
    }
    const countFullPulls = () => server.received.filter(({ query }) => query.get('after') === '0').length - 1
    return { device, store, server, waitMinutes, countFullPulls }
  }
  const locationIn = (store: Store) => store.table('projects').get(uuid7('Tower'))!.location

  it('GROW7 GROW18 are fetched again ten minutes later from an up-to-date node', async () => {
    const { store, server, waitMinutes, countFullPulls } = await setupOlder()
    expect(locationIn(store)).toBeNull()
    await waitMinutes(11)
    expect(countFullPulls(), 'the older node cannot tell').toBe(0)
    server.older = false
    await waitMinutes(1)
    await until(() => locationIn(store) === 'Izmir' && !store.status.syncing)
    expect(countFullPulls()).toBe(1)
    await waitMinutes(11)
    expect(countFullPulls()).toBe(1)
  })

  it('GROW7 are not fetched again immediately, and other rows never, even after a restart', async () => {
    const { device, store, server, waitMinutes, countFullPulls } = await setupOlder()
    server.older = false
    await waitMinutes(5)
    expect(countFullPulls()).toBe(0)
    await store.close()
    const restarted = await device.openSynced()
    device.clock.advance(6 * 60_000)
    await until(() => locationIn(restarted) === 'Izmir' && !restarted.status.syncing)
    server.older = true
    const requestsBefore = server.received.length
    restarted.syncNow()
    await until(() => server.received.length > requestsBefore && !restarted.status.syncing)
    server.older = false
    device.clock.advance(11 * 60_000)
    await synced(restarted)
    expect(countFullPulls()).toBe(1)
  })

  it('GROW7 are fetched again even if the pull ended at an up-to-date node', async () => {
    const { store, server, countFullPulls } = await setupOlder()
    await store.close()
    const other = new Device(server)
    server.rowsPerPage = 1
    let pages = 0
    const fetch: typeof server.fetch = (path, init) => {
      if (path.startsWith('/api/sync/feed')) server.older = ++pages === 1
      return server.fetch(path, init)
    }
    const first = await other.openSynced({ fetch })
    expect(pages).toBeGreaterThan(1)
    const before = countFullPulls()
    other.clock.advance(11 * 60_000)
    await until(() => countFullPulls() > before && !first.status.syncing)
  })

  it('GROW7 GROW18 that omitted numbers are fetched again, because the node may not know their entities', async () => {
    const { device, server, store, waitMinutes, countFullPulls } = await setupOlder()
    server.older = false
    await waitMinutes(11)
    await until(() => countFullPulls() === 1 && !store.status.syncing)
    server.older = true
    const originalShows = server.shows
    server.shows = ({ id }) => id !== uuid7('Quay')
    server.write(project('Quay'))
    await waitMinutes(1)
    server.older = false
    server.shows = originalShows
    await waitMinutes(11)
    await until(() => store.table('projects').get(uuid7('Quay')) !== undefined)
    expect(device.reported).toEqual([])
  })

  it('GROW7 FOLD4 remain marked after compaction', async () => {
    const { device, store, server, countFullPulls } = await setupOlder()
    server.older = false
    for (let at = 0; at < 70; at++) {
      server.write(project(`P${at}`))
      store.syncNow()
      await until(() => store.table('projects').size === at + 3 && !store.status.syncing)
    }
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    expect((await storedTexts(device)).length).toBeLessThan(30)
    await store.close()
    const restarted = await device.openSynced()
    device.clock.advance(11 * 60_000)
    await until(() => locationIn(restarted) === 'Izmir' && !restarted.status.syncing)
    expect(countFullPulls()).toBe(1)
  })
})
