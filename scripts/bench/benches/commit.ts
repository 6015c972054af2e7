import type { Bench } from './bench.ts'
import { percentile } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { type Line, ms, noted, within } from '../stage/table.ts'

/** RxDB is slow with many rows, so fewer rounds there and none with the most. */
const sizes = [
  { rows: 1_000, times: 200, rxdbTimes: 50 },
  { rows: 50_000, times: 200, rxdbTimes: 10 },
  { rows: 100_000, times: 200, rxdbTimes: 0 },
]

export const commit: Bench = {
  conditions: 'a new amount, from the call until the sorted, searched list of investments shows it (durable by then)',
  async run(stage) {
    const lines: Line[] = []
    for (const size of sizes) lines.push(...(await measure(stage, size)))
    return lines
  },
}

async function measure({ device, firm: firmOf }: Stage, { rows, times, rxdbTimes }: (typeof sizes)[number]) {
  const firm = await firmOf({ projects: rows / 10, investors: rows / 100, investments: rows })
  const name = `commit-${rows}`
  await device.page(firm, (call) => call('storeSync', firm.identity, name))
  const store = await device.page(firm, (call) => call('storeCommits', firm.identity, name, times))
  if (rxdbTimes > 0) await device.page(firm, (call) => call('rxdbSync', `${name}-rxdb`))
  const rxdb = rxdbTimes > 0 ? await device.page(firm, (call) => call('rxdbCommits', `${name}-rxdb`, rxdbTimes)) : []
  const task = `commit in a list of ${rows.toLocaleString('en')}`
  const baseline = (share: number) => (rxdb.length > 0 ? ms('RxDB $', percentile(rxdb, share)) : undefined)
  return [
    noted(ms(`${task}, p50`, percentile(store, 0.5)), baseline(0.5)),
    within(5, ms(`${task}, p95`, percentile(store, 0.95)), baseline(0.95)),
  ]
}
