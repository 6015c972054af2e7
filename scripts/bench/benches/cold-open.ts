import type { Bench } from './bench.ts'
import { typicalShape } from '../stage/firm.ts'
import { interleave } from '../stage/samples.ts'
import { fasterBy, ms } from '../stage/table.ts'

const rounds = 5

export const coldOpen: Bench = {
  conditions: `50,000 rows on the device and no server, a page of its own each round, ${rounds} rounds, medians`,
  async run({ device, firm: firmOf }) {
    const firm = await firmOf(typicalShape(50_000))
    await device.page(firm, (call) => call('storeSync', firm.identity, 'cold'))
    await device.page(firm, (call) => call('dexieFill', 'cold-dexie'))
    const { store, dexie } = await interleave(rounds, {
      store: () => device.page(firm, async (call) => (await call('storeOpen', firm.identity, 'cold')).ms),
      dexie: () => device.page(firm, async (call) => (await call('dexieOpen', 'cold-dexie')).ms),
    })
    return [
      fasterBy(4, ms('open until a sorted list can be drawn', store), ms('Dexie toArray of the same rows', dexie)),
    ]
  },
}
