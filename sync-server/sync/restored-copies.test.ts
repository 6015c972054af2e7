import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import {
  coldCopy,
  dumped,
  hotCopy,
  openCluster,
  otherName,
  type Cluster,
  pointInTime,
  type PreparedCluster,
  prepareCluster,
  type CopyMethod,
} from '#server/test/services/backups.ts'
import { create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { type DumpTools, findDumpTools, type StartPostgres } from '#server/test/services/dump-tools.ts'
import { createFirm, type TestFirm } from '#server/test/firm.ts'
import { type SmallDevice, smallDevice } from '#server/test/small-device.ts'

let prepared: PreparedCluster
beforeAll(async () => {
  prepared = await prepareCluster()
})
afterAll(() => prepared.remove())

let cluster: Cluster
afterEach(() => cluster.close())

async function setupFirm(start?: StartPostgres) {
  cluster = await openCluster(start ? { start } : { prepared })
  const firm = await createFirm(cluster.server())
  const device = (who: 'admin' | 'manager' | 'investor') => smallDevice(cluster.request, firm[who].cookie)
  return { firm, device }
}

const visibleRows = (device: SmallDevice) =>
  new Map(
    [...device.rows()]
      .filter(([key]) => !key.startsWith('activities '))
      .map(([key, { number: _, updatedAt: __, ...row }]) => [key, row]),
  )

async function rowsOfNewDevice({ admin }: TestFirm) {
  const device = smallDevice(cluster.request, admin.cookie)
  await device.sync()
  return visibleRows(device)
}

const newEpoch = ({ tenantId }: TestFirm) =>
  cluster.server().database.upkeep(tenantId, (tx) => beginEpoch(tx, cluster.server().now()))

const tools = findDumpTools()

type Case = [
  how: string,
  way: CopyMethod,
  noticed: 'by itself' | 'by hand' | 'by checkpoints',
  start?: StartPostgres | undefined,
]
const dumpCase = ({ major, start, ...programs }: DumpTools): Case => [
  `a dump of PostgreSQL ${major}, unnoticed`,
  dumped(programs),
  'by checkpoints',
  start,
]
const cases: Case[] = [
  ['a data folder copied cold, with a new epoch begun by hand', coldCopy, 'by hand'],
  ['a data folder copied hot, unnoticed', hotCopy, 'by checkpoints'],
  ['a point in time', pointInTime, 'by itself'],
  ['the database under another name', otherName, 'by itself'],
  ...(tools ? [dumpCase(tools)] : []),
]

describe('HIST5 devices bring back what a copy lacks', () => {
  it.each(cases)('%s', async (_, way, noticed, start) => {
    const { firm, device } = await setupFirm(start)
    const [ada, bo, level, behind] = [device('admin'), device('manager'), device('manager'), device('admin')]
    const [home, person] = [project(), investor()]
    await ada.sync()
    await ada.act(home, person)
    await behind.sync()
    await ada.act(update('projects', home.id, { description: 'First' }, { description: null }))
    await level.sync()
    const restore = await way(cluster)

    const [quay, plan, draft] = [
      project({ name: 'Quay' }),
      create('documents', { name: 'Plan', projectId: home.id }),
      create('documents', { name: 'Draft', projectId: home.id }),
    ]
    const paid = investment(quay.id, person.id, { amount: '250' })
    await ada.act(quay)
    await ada.act(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    await ada.act(paid)
    await bo.sync()
    await bo.act(update('projects', home.id, { name: 'Dock' }, { name: 'Port' }))
    await bo.act(update('projects', quay.id, { location: 'Ghent' }, { location: null }))
    await bo.act(update('investments', paid.id, { amount: '300' }, { amount: '250.00' }))
    await bo.act(plan)
    await ada.act(draft)
    await ada.act(remove('documents', draft.id))
    const partly = await bo.act(
      update('projects', quay.id, { description: 'New', name: 'Mole' }, { description: null, name: 'Pier' }),
    )
    expect(partly).toMatchObject({ verdict: 'conflict', number: expect.any(Number) })
    const before = await rowsOfNewDevice(firm)
    await restore()
    if (noticed === 'by hand') await newEpoch(firm)
    expect(await rowsOfNewDevice(firm)).not.toEqual(before)

    const order = noticed === 'by checkpoints' ? [ada, bo, ada, bo] : [bo, ada, bo, ada]
    for (const each of [level, behind, ...order]) await each.sync()
    expect(await rowsOfNewDevice(firm)).toEqual(before)
    for (const each of [ada, bo, level, behind]) {
      await each.sync()
      expect(visibleRows(each)).toEqual(before)
    }
    expect(ada.verdicts().filter((verdict) => verdict !== 'applied' && verdict !== 'merged')).toEqual([])
    expect(bo.verdicts().filter((verdict) => verdict !== 'applied' && verdict !== 'merged')).toEqual(['conflict'])
    expect(bo.postponedIds.size > 0).toBe(noticed !== 'by checkpoints')
    expect([ada, bo, level, behind].map((each) => each.epochs())).toEqual([1, 1, 1, 1])
  })
})

describe('HIST5 two copies are restored while a device is away', () => {
  it.each([true, false])('with new epochs: %s', async (isNoticed) => {
    const { firm, device } = await setupFirm()
    const [away, here] = [device('admin'), device('manager')]
    const home = project()
    await away.sync()
    await away.act(home)
    const first = await coldCopy(cluster)
    const [quay, mole] = [project({ name: 'Quay' }), project({ name: 'Mole' })]
    await away.act(quay)
    await here.sync()
    await here.act(mole)
    await first()
    if (isNoticed) await newEpoch(firm)
    await here.sync()
    await here.act(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    const second = await coldCopy(cluster)
    await here.act(update('projects', mole.id, { location: 'Oslo' }, { location: null }))
    await second()
    if (isNoticed) await newEpoch(firm)
    for (const each of [here, away, here]) await each.sync()
    const rows = await rowsOfNewDevice(firm)
    expect([...rows.values()].map((row) => [row['name'], row['location']])).toEqual(
      expect.arrayContaining([
        ['Port', null],
        ['Quay', null],
        ['Mole', 'Oslo'],
      ]),
    )
    expect(rows.size).toBe(3)
    expect(visibleRows(away)).toEqual(rows)
  })
})

describe('BACK5 a copy is restored without notice', () => {
  it('BACK18 recovers what is missing each time, even after the previous recovery is over', async () => {
    const { firm, device } = await setupFirm()
    const [ada, bo] = [device('admin'), device('manager')]
    const names: string[] = []
    await ada.sync()
    for (const [day, name] of [
      ['2026-03-16', 'Quay'],
      ['2026-03-26', 'Mole'],
      ['2026-04-05', 'Pier'],
    ] as const) {
      cluster.setClock(`${day}T08:00:00.000Z`)
      const restore = await coldCopy(cluster)
      cluster.setClock(`${day}T09:00:00.000Z`)
      const home = project({ name })
      await ada.act(home)
      await bo.sync()
      await bo.act(update('projects', home.id, { location: 'Oslo' }, { location: null }))
      names.push(name)
      await restore()
      cluster.setClock(`${day}T10:00:00.000Z`)
      bo.postponedIds.clear()
      for (const each of [bo, ada, bo]) await each.sync()
      expect(bo.postponedIds.size).toBeGreaterThan(0)
      expect(new Set(bo.verdicts())).toEqual(new Set(['applied']))
      const rows = await rowsOfNewDevice(firm)
      expect([...rows.values()].map((row) => [row['name'], row['location']])).toEqual(
        names.map((each) => [each, 'Oslo']),
      )
    }
  })
})
