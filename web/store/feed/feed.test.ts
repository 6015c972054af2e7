import { expect, it } from 'vitest'
import type { FeedPage } from '#schema/sync/protocol.ts'
import { Aging } from './aging.ts'
import { openDatabase } from '#web/store/disk/database.ts'
import { Feed } from './feed.ts'
import { FeedPages } from './feed-pages.ts'
import { HiddenSets } from './hidden-sets.ts'
import { Device, until } from '#web/store/test/device.ts'
import { disks } from '#web/store/test/sealing.ts'

const pageOf = (epoch: string): FeedPage => ({
  epoch,
  scope: 'scope',
  from: 0,
  to: 0,
  more: false,
  total: 0,
  durable: 0,
  rows: [],
})

it('the set of a new epoch stays visible if the disk was read just before it was stored', async () => {
  const device = new Device()
  const database = openDatabase('feed', device.idb, 'tab', disks.codec)
  let open = () => {}
  let gate = Promise.resolve()
  let reads = 0
  class SlowPages extends FeedPages {
    override async ids(): Promise<string[]> {
      const found = await super.ids()
      reads++
      await gate
      return found
    }
  }
  const noop = () => {}
  const tables = { of: () => ({ rowReceived: noop }) }
  const display = { tables, update: noop, show: noop, onSetReplaced: noop, onPositionMoved: noop }
  const hidden = new HiddenSets(undefined, 'feed')
  const feed = new Feed(new SlowPages(database.feed), hidden, new Aging(device.clock.now), display)
  await feed.begin('epoch', 'scope', 0)
  await feed.append(feed.target!, pageOf('epoch'))
  await feed.begin('other', 'scope', 1)
  const other = feed.target!
  gate = new Promise((resolve) => (open = resolve))
  const catchingUp = feed.catchUp()
  await until(() => reads === 1)
  expect([await feed.append(other, pageOf('other')), feed.active]).toEqual([true, other])
  open()
  await catchingUp
  expect(feed.active).toBe(other)
  await database.close()
})
