import type { Bench } from './bench.ts'
import { typicalShape } from '../stage/firm.ts'
import { interleave } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { atMost, fasterBy, type Line, ms, noted } from '../stage/table.ts'

const sizes = [
  { rows: 10_000, rounds: 5, rxdbRounds: 2 },
  { rows: 50_000, rounds: 3, rxdbRounds: 1 },
]

export const firstSync: Bench = {
  conditions:
    'an empty device until every row is on its disk and in its tables; a page and databases of its own each round, medians',
  async run(stage) {
    const lines: Line[] = []
    for (const size of sizes) lines.push(...(await measure(stage, size)))
    return lines
  },
}

async function measure(stage: Stage, { rows, rounds, rxdbRounds }: (typeof sizes)[number]): Promise<Line[]> {
  const firm = await stage.firm(typicalShape(rows))
  const { device } = stage
  let round = 0
  const fresh = (prefix: string) => `${prefix}-${rows}-${round++}`
  await device.page(firm, (call) => call('rawSync'))
  const { store, raw } = await interleave(rounds, {
    raw: () => device.page(firm, (call) => call('rawSync')),
    store: () => device.page(firm, (call) => call('storeSync', firm.identity, fresh('first'))),
  })
  const { inserts, replication } = await interleave(rxdbRounds, {
    inserts: () => device.page(firm, (call) => call('rxdbSync', fresh('rxdb'))),
    replication: () => device.page(firm, (call) => call('rxdbReplication', fresh('replication'))),
  })
  const work = ms(`first sync of ${rows.toLocaleString('en')} rows`, store)
  return [
    atMost(1.15, work, ms('fetch + JSON.parse', raw)),
    fasterBy(10, work, ms('RxDB replication, two-way, a document per row', replication)),
    noted(work, ms('RxDB bulkInsert of the same pages, nothing else', inserts)),
    // Both include server and network; the difference is the device's own work.
    noted(ms('beyond fetch + JSON.parse', store - raw), ms('RxDB replication', replication - raw)),
  ]
}
