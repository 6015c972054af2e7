import {
  type HoldingHistories,
  navHistoriesInSteps,
  shareHistoriesInSteps,
} from '#schema/portfolio/holding-histories.ts'
import type { ConvertOn } from '#schema/money/daily-converters.ts'
import { growthOf } from '#schema/sync/protocol.ts'
import type { Store } from '#web/store/base/contract.ts'

/** All holdings on this device, in slices. `readsNavs`: the person may read NAVs, not only shares. */
export function historiesOfStore(
  store: Store,
  readsNavs: boolean,
  on: ConvertOn,
): Generator<undefined, HoldingHistories> {
  const projects = store.table('projects')
  const sources = {
    holdings: store.table('investments').scan(),
    flows: store.table('cashFlows').scan(),
    valuations: store.table('valuations').scan(),
    currencyOf: (id: string) => projects.get(id)?.currency,
    growth: growthOf(store.identity),
    on,
  }
  return readsNavs
    ? navHistoriesInSteps(sources)
    : shareHistoriesInSteps({ ...sources, holdingValues: store.table('holdingValues').scan() })
}
