import { useMemo } from 'react'
import { type HoldingHistories, historiesFromNavs, historiesFromShares } from '#schema/portfolio/holding-histories.ts'
import { growthOf } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useConvertersByDay } from '#web/records/figures/use-exchange.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useTablesOfHoldings } from './use-tables-of-holdings.ts'

export function useHistories(holdings: readonly Row<'investments'>[]): HoldingHistories {
  const readsNavs = useMayAll('valuations', 'read')
  const growth = growthOf(useStore().identity)
  const on = useConvertersByDay()
  const { investments, flows, valuations, holdingValues, projects } = useTablesOfHoldings(holdings)
  return useMemo(() => {
    const sources = {
      holdings: investments,
      flows,
      valuations,
      currencyOf: (id: string) => projects.get(id)?.currency,
      growth,
      on,
    }
    const all = readsNavs ? historiesFromNavs(sources) : historiesFromShares({ ...sources, holdingValues })
    const investors = new Set(holdings.map(({ investorId }) => investorId))
    return {
      byHolding: new Map(
        holdings.flatMap(({ id }) => {
          const history = all.byHolding.get(id)
          return history ? [[id, history]] : []
        }),
      ),
      notConverted: all.notConverted.filter(({ investorId }) => investorId !== null && investors.has(investorId)),
    }
  }, [holdings, investments, flows, valuations, holdingValues, projects, growth, on, readsNavs])
}
