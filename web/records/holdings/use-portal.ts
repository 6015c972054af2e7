import { useMemo } from 'react'
import type { Row } from '#schema/registry.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { type PortalFigures, portalFigures } from './portal-figures.ts'
import { useHistories } from './use-histories.ts'

type Investment = Row<'investments'>

export function usePortalFigures(holdings: readonly Investment[]): PortalFigures {
  const store = useStore()
  const { version } = useTable('projects')
  const exchange = useExchange()
  const day = useToday()
  const { byHolding: histories } = useHistories(holdings)
  return useMemo(() => {
    // The table object never changes; its version does.
    void version
    const byId = new Map(holdings.map((holding) => [holding.id, holding]))
    const nameOf = ({ id }: { readonly id: string }) => nameOfProject(byId.get(id)!, store.table('projects')) ?? ''
    return portalFigures(holdings, { histories, day, exchange, nameOf })
  }, [holdings, histories, day, exchange, store, version])
}
