import type { Page } from 'playwright'
import type { Bench } from './bench.ts'
import { typicalShape } from '../stage/firm.ts'
import type { Call } from '../stage/device.ts'
import { atMost, mb } from '../stage/table.ts'

export const heap: Bench = {
  conditions: 'what 50,000 rows add to the heap of a page, after the garbage is collected',
  async run({ device, firm: firmOf }) {
    const firm = await firmOf(typicalShape(50_000))
    const added = (fill: (call: Call) => Promise<number>) =>
      device.page(firm, async (call, page) => {
        const before = await usedBytes(page)
        await fill(call)
        return ((await usedBytes(page)) - before) / 1e6
      })
    const plain = await added((call) => call('rawRows'))
    const store = await added((call) => call('holdRows', firm.identity, 'heap'))
    return [atMost(0.8, mb('after a first sync', store), mb('the rows as plain objects', plain))]
  },
}

async function usedBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  await session.detach()
  return usedSize + backingStorageSize
}
