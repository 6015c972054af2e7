import type { Bench } from './bench.ts'
import { typicalShape } from '../stage/firm.ts'
import { median } from '../stage/samples.ts'
import { atMost, ms } from '../stage/table.ts'

const count = 1_000
const rounds = 3

export const send: Bench = {
  conditions: `${count.toLocaleString('en')} changes made off the network, until every one is settled; ${rounds} rounds, medians`,
  async run({ device, firm: firmOf }) {
    const firm = await firmOf(typicalShape(10_000))
    return device.page(firm, async (call) => {
      const [store, raw]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        raw.push(await call('rawSend', firm.identity, 'send', 2 * round * count, count))
        store.push(await call('storeSend', firm.identity, 'send', (2 * round + 1) * count, count))
      }
      return [atMost(1.5, ms('sent and settled', median(store)), ms('the same changes posted', median(raw)))]
    })
  },
}
