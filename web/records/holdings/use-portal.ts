// The figures of one investor's holdings, computed from the tables of this device.
import { useCallback, useMemo } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { nameOfProject } from '../name-of-project.ts'
import { useMayAll } from '../use-may.ts'
import { useComputed } from '../use-computed.ts'
import { useConvertersByDay, useExchange } from '../use-exchange.ts'
import { type PortalFigures, portalFigures } from './portal-figures.ts'
import { useTablesOfHoldings } from './use-tables-of-holdings.ts'
import { valuationOf } from './valuation-of.ts'

type Investment = Row<'investments'>

export function usePortalFigures(holdings: readonly Investment[]): PortalFigures {
  const staff = useMayAll('valuations', 'read')
  const exchange = useExchange()
  const { flows, valuations, projects } = useTablesOfHoldings(holdings)
  const invested = useComputed(
    'investments',
    useCallback(
      (table: Table<Investment>) =>
        new Map(staff ? holdings.map(({ projectId: id }) => [id, table.where('projectId', id)]) : []),
      [holdings, staff],
    ),
  )
  const on = useConvertersByDay()
  return useMemo(() => {
    const byId = new Map(holdings.map((holding) => [holding.id, holding]))
    return portalFigures(holdings, {
      exchange,
      flows,
      nameOf: ({ id }) => nameOfProject(byId.get(id)!, projects) ?? '',
      valuationOf: ({ id, projectId }) =>
        valuationOf({
          holding: byId.get(id),
          valuations: valuations.get(projectId) ?? [],
          project: projects.get(projectId),
          invested: invested.get(projectId) ?? [],
          on,
          seesNav: staff,
        }),
    })
  }, [holdings, exchange, staff, flows, projects, valuations, invested, on])
}
