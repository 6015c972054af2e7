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
const later = { currency: 'EUR', location: 'Izmir' }

function projectBefore(name: string, ...fields: readonly string[]): ReturnType<typeof project> {
  const [entity, id, values] = project(name)
  return [entity, id, Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))]
}

describe('a row that was sent before a field existed', () => {
  it.each([1, 400])(
    'GROW3 has its default or null, alone or among many, at once and from the disk: %i',
    async (count) => {
      const device = new Device()
      const grow = withoutFields('projects', 'location', 'currency')
      const names = Array.from({ length: count }, (_, at) => `P${at}`)
      device.server.write(...names.map((name) => projectBefore(name, 'location', 'currency')))
      const store = await device.openSynced()
      expect(store.table('projects').get(uuid7('P0'))).not.toHaveProperty('location')
      await store.close()
      grow()
      const again = await device.open()
      const rows = again.table('projects')
      expect(rows.get(uuid7('P0'))).toMatchObject({ name: 'P0', location: null, currency: 'USD' })
      expect([...rows.scan()].map(({ location, currency }) => [location, currency])).toEqual(
        names.map(() => [null, 'USD']),
      )
      device.server.write(projectBefore('Late', 'location'), ...names.map((name) => projectBefore(name, 'currency')))
      again.syncNow()
      await until(() => rows.size === count + 1)
      expect(rows.get(uuid7('Late'))).toMatchObject({ location: null, currency: 'USD' })
      expect([...rows.all()].every((row) => row.location === null && row.currency === 'USD')).toBe(true)
    },
  )

  it('GROW3 is filled with what its recipients may read, and stays on the disk as it came', () => {
    const [entity, id, values] = projectBefore('Harbour', 'raisedAmount', 'location')
    const taken = (fields: Record<string, unknown>, isPacked: boolean) => {
      const rows = new FoldedRows(entity, () => {})
      if (isPacked) rows.addPacked(packedIn(packRows([[entity, id, 1, fields]]))[0]!)
      else rows.receive(id, 1, fields)
      return rows.get(id)
    }
    for (const isPacked of [true, false]) {
      const toStaff = { ...values, createdBy: null }
      expect(taken(toStaff, isPacked)).toMatchObject({ raisedAmount: '0.00', location: null })
      expect(toStaff).not.toHaveProperty('location')
      const toInvestor = taken({ ...values }, isPacked)
      expect(toInvestor).toMatchObject({ location: null })
      expect(toInvestor).not.toHaveProperty('raisedAmount')
    }
  })

  it('GROW3 is filled also when this device made it and has not sent it', async () => {
    const device = new Device()
    const grow = withoutFields('projects', 'location', 'currency', 'isVisibleToInvestors')
    device.server.write(project('Harbour'))
    const store = await device.openSynced()
    device.server.fault(/./, { kind: 'drop' }, 99)
    await store.create('projects', { name: 'Mine', type: 'AGRICULTURE' })
    await store.close()
    grow()
    const again = await device.open()
    const mine = [...again.table('projects').all()].find(({ name }) => name === 'Mine')
    expect(mine).toMatchObject({ location: null, currency: 'USD', isVisibleToInvestors: true, raisedAmount: '0.00' })
    goOnline(device.server, again)
    await synced(again)
    const [sent] = device.server.asked.flatMap(({ body }) => body?.changes ?? [])
    expect(sent!.ops[0]).toMatchObject({ op: 'create', id: mine!.id })
    expect(JSON.stringify(sent)).not.toContain('location')
  })
})

describe('a device that is older than the server', () => {
  it('GROW4 keeps fields and records that it does not know, and shows them once it is up to date', async () => {
    const device = new Device()
    const [growField, growEntity] = [withoutFields('projects', 'location', 'currency'), withoutEntity('valuations')]
    device.server.write(project('Harbour', later), valuation)
    const store = await device.openSynced()
    const row = store.table('projects').get(uuid7('Harbour'))!
    await store.update('projects', row, { description: 'By an older version' })
    await synced(store)
    for (let at = 0; at < 80; at++) {
      device.server.write(project(`P${at}`, later))
      store.syncNow()
      await until(() => store.table('projects').size === at + 2)
    }
    device.clock.advance(60_000)
    await until(() => store.status.lastSync === device.clock.now() && !store.status.syncing)
    expect((await storedTexts(device)).length, 'packed anew by the older version').toBeLessThan(30)
    await store.close()
    growField()
    growEntity()
    device.server.asked.length = 0
    const again = await device.open()
    expect(again.table('projects').get(uuid7('Harbour'))).toMatchObject({
      ...later,
      description: 'By an older version',
    })
    expect(again.table('projects').get(uuid7('P79'))).toMatchObject(later)
    expect(again.table('valuations').get(valuation[1])).toMatchObject({ nav: '10.00' })
    await synced(again)
    expect(device.server.asked.map(({ query }) => query.get('after'))).not.toContain('0')
  })
})

describe('rows from an older node', () => {
  async function setupOlder() {
    const device = new Device()
    const { server, clock } = device
    server.write(project('Harbour'))
    const store = await device.openSynced()
    server.older = true
    server.write(projectBefore('Tower', 'location'))
    store.syncNow()
    await until(() => store.table('projects').size === 2 && !store.status.syncing)
    const [, , values] = project('Tower', { location: 'Izmir' })
    Object.assign(server.row('projects', uuid7('Tower'))!, values)
    const minutesPass = async (minutes: number) => {
      const requestsBefore = server.asked.length
      clock.advance(minutes * 60_000)
      await until(() => server.asked.length > requestsBefore && !store.status.syncing)
    }
    const pulledAnew = () => server.asked.filter(({ query }) => query.get('after') === '0').length - 1
    return { device, store, server, minutesPass, pulledAnew }
  }
  const placeIn = (store: Store) => store.table('projects').get(uuid7('Tower'))!.location

  it('GROW7 GROW18 are fetched again from one that knows everything, ten minutes later', async () => {
    const { store, server, minutesPass, pulledAnew } = await setupOlder()
    expect(placeIn(store)).toBeNull()
    await minutesPass(11)
    expect(pulledAnew(), 'the older node cannot tell').toBe(0)
    server.older = false
    await minutesPass(1)
    await until(() => placeIn(store) === 'Izmir' && !store.status.syncing)
    expect(pulledAnew()).toBe(1)
    await minutesPass(11)
    expect(pulledAnew()).toBe(1)
  })

  it('GROW7 are not fetched again at once, nor without such rows, also after a restart', async () => {
    const { device, store, server, minutesPass, pulledAnew } = await setupOlder()
    server.older = false
    await minutesPass(5)
    expect(pulledAnew()).toBe(0)
    await store.close()
    const again = await device.openSynced()
    device.clock.advance(6 * 60_000)
    await until(() => placeIn(again) === 'Izmir' && !again.status.syncing)
    server.older = true
    const requestsBefore = server.asked.length
    again.syncNow()
    await until(() => server.asked.length > requestsBefore && !again.status.syncing)
    server.older = false
    device.clock.advance(11 * 60_000)
    await synced(again)
    expect(pulledAnew()).toBe(1)
  })

  it('GROW7 are fetched again although the pull ended at a node that knows everything', async () => {
    const { store, server, pulledAnew } = await setupOlder()
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
    const before = pulledAnew()
    other.clock.advance(11 * 60_000)
    await until(() => pulledAnew() > before && !first.status.syncing)
  })

  it('GROW7 GROW18 that sent none for some numbers are fetched again, because it may not know them', async () => {
    const { device, server, store, minutesPass, pulledAnew } = await setupOlder()
    server.older = false
    await minutesPass(11)
    await until(() => pulledAnew() === 1 && !store.status.syncing)
    server.older = true
    const isKnown = server.shows
    server.shows = ({ id }) => id !== uuid7('Quay')
    server.write(project('Quay'))
    await minutesPass(1)
    server.older = false
    server.shows = isKnown
    await minutesPass(11)
    await until(() => store.table('projects').get(uuid7('Quay')) !== undefined)
    expect(device.reported).toEqual([])
  })

  it('GROW7 FOLD4 stay marked when pages are compacted', async () => {
    const { device, store, server, pulledAnew } = await setupOlder()
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
    const again = await device.openSynced()
    device.clock.advance(11 * 60_000)
    await until(() => placeIn(again) === 'Izmir' && !again.status.syncing)
    expect(pulledAnew()).toBe(1)
  })
})
