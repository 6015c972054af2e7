// The figures of one investor's holdings, computed from the tables of this device.
import { useCallback, useMemo } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useMayAll } from '../use-may.ts'
import { useComputed } from '../use-computed.ts'
import { useConvertersByDay, useExchange } from '../use-exchange.ts'
import { type PortalFigures, portalFigures } from './portal-figures.ts'
import { valuationOf } from './valuation-of.ts'

type Investment = Row<'investments'>

export function usePortalFigures(holdings: readonly Investment[]): PortalFigures {
  const staff = useMayAll('valuations', 'read')
  const exchange = useExchange()
  const flows = useComputed(
    'cashFlows',
    useCallback(
      (table: Table<Row<'cashFlows'>>) =>
        [...new Set(holdings.map(({ investorId }) => investorId))].flatMap((id) => table.where('investorId', id)),
      [holdings],
    ),
  )
  const projects = useComputed(
    'projects',
    useCallback(
      (table: Table<Row<'projects'>>) => new Map(holdings.map(({ projectId: id }) => [id, table.get(id)])),
      [holdings],
    ),
  )
  const valuations = useComputed(
    'valuations',
    useCallback(
      (table: Table<Row<'valuations'>>) =>
        new Map(holdings.map(({ projectId: id }) => [id, table.where('projectId', id)])),
      [holdings],
    ),
  )
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
      nameOf: ({ id, projectId }) => projects.get(projectId)?.name ?? byId.get(id)?.projectName ?? '',
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
