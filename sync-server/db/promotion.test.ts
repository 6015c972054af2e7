import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { project } from '#server/test/changes.ts'
import { createFirm } from '#server/test/firm.ts'
import { openServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { type PreparedCluster, prepareCluster } from '#server/test/services/backups.ts'
import { openPair } from '#server/test/services/standby.ts'

let prepared: PreparedCluster
beforeAll(async () => {
  prepared = await prepareCluster()
})
afterAll(() => prepared.remove())

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function setupFirm() {
  const pair = await openPair(prepared)
  closing.push(() => pair.close())
  let node = await openServer(pair.url)
  closing.push(() => node.close())
  const firms = [await createFirm(node), await createFirm(node)] as const
  const device = (at: 0 | 1, who: 'admin' | 'manager') =>
    smallDevice((path, init) => node.app.request(path, init), firms[at][who].cookie)
  const epochs = (at: 0 | 1) =>
    node.database.tenant(firms[at].tenantId, (tx) =>
      tx.query<{ began: number }>('select began from epochs where tenant_id = $1 order by ordinal', [tx.tenantId]),
    )
  return {
    pair,
    isReady: () => node.database.isReady(),
    device,
    epochs,
    async notice(): Promise<void> {
      await expect.poll(() => node.database.isReady()).toBe(true)
      await node.database.checkForMove()
    },
    async restart(): Promise<void> {
      await node.close()
      node = await openServer(pair.url)
    },
    advance: (ms: number) => node.clock.advance(ms),
    now: () => node.clock.now().toISOString(),
  }
}

const names = (device: ReturnType<typeof smallDevice>) =>
  [...device.rows()].flatMap(([key, row]) => (key.startsWith('projects ') ? [String(row['name'])] : [])).toSorted()

describe('HIST13 a promoted standby', () => {
  for (const how of ['notice', 'restart'] as const)
    it(`HIST21 that has everything is ready once it takes writes, and begins no epoch (${how})`, async () => {
      const firm = await setupFirm()
      await firm.pair.follow()
      const [ada, bo] = [firm.device(0, 'admin'), firm.device(0, 'manager')]
      await ada.sync()
      await ada.act(project({ name: 'Quay' }))
      await bo.sync()
      expect(await firm.isReady()).toBe(true)
      await firm.pair.loseAddress()
      await expect.poll(firm.isReady, { timeout: 10_000 }).toBe(false)
      await firm.pair.failOver()
      await firm[how]()
      await ada.act(project({ name: 'Pier' }))
      for (const each of [ada, bo]) {
        await each.sync()
        expect([names(each), each.epochs()]).toEqual([['Pier', 'Quay'], 0])
      }
      expect(await firm.epochs(0)).toHaveLength(1)
    })

  for (const [how, begunBefore] of [
    ['notice', 2],
    ['restart', 1],
  ] as const)
    it(`HIST22 HIST23 that lacks something begins one epoch and gets it back from devices (${how})`, async () => {
      const firm = await setupFirm()
      await firm.pair.follow()
      const [ada, bo, other] = [firm.device(0, 'admin'), firm.device(0, 'manager'), firm.device(1, 'admin')]
      for (const each of [ada, bo, other]) await each.sync()
      await ada.act(project({ name: 'Quay' }))
      await other.act(project({ name: 'Dock' }))
      await bo.sync()
      await firm.pair.delayReplay()
      firm.advance(1_000)
      await ada.act(project({ name: 'Pier' }))
      await bo.sync()
      await bo.act(project({ name: 'Mole' }))
      await firm.pair.failOver()
      await firm[how]()
      expect(await firm.epochs(0), 'begun by a node that ran').toHaveLength(begunBefore)
      for (const each of [bo, ada, bo, ada]) await each.sync()
      await firm.notice()
      for (const each of [ada, bo]) expect([names(each), each.epochs()]).toEqual([['Mole', 'Pier', 'Quay'], 1])
      expect(await firm.epochs(0)).toHaveLength(2)
      await other.sync()
      expect([names(other), other.epochs(), (await firm.epochs(1)).length]).toEqual([['Dock'], 0, 1])
    })

  it('HIST22 that lacks something begins an epoch also after a node has written to it', async () => {
    const firm = await setupFirm()
    await firm.pair.follow()
    const [ada, bo] = [firm.device(0, 'admin'), firm.device(0, 'manager')]
    await ada.act(project({ name: 'Dock' }))
    for (const each of [ada, bo]) await each.sync()
    await firm.pair.delayReplay()
    await ada.act(project({ name: 'Pier' }))
    await firm.pair.failOver()
    await expect.poll(firm.isReady).toBe(true)
    for (const name of ['Mole', 'Quay']) await bo.act(project({ name }))
    expect(await firm.epochs(0)).toHaveLength(1)
    await firm.notice()
    expect(await firm.epochs(0)).toMatchObject([{ began: 0 }, { began: 3 }])
    for (const each of [ada, bo]) await each.sync()
    await bo.sync()
    for (const each of [ada, bo]) expect([names(each), each.epochs()]).toEqual([['Dock', 'Mole', 'Pier', 'Quay'], 1])
  })

  it('whose servers were stopped long before may be a restored copy: every firm begins an epoch', async () => {
    const firm = await setupFirm()
    await firm.pair.follow()
    await firm.pair.failOver()
    firm.advance(11 * 60_000)
    await firm.notice()
    expect([await firm.epochs(0), await firm.epochs(1)]).toMatchObject([{ length: 2 }, { length: 2 }])
  })
})
