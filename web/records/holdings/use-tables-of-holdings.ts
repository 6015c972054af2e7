import { useCallback } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useComputed } from '../use-computed.ts'

type Investment = Row<'investments'>

interface TablesOfHoldings {
  /** What was paid in and out by the investors whose holdings these are. */
  readonly flows: readonly Row<'cashFlows'>[]
  /** By the project's id. */
  readonly valuations: ReadonlyMap<string, readonly Row<'valuations'>[]>
  /** By their ids; undefined where the project is not on this device. */
  readonly projects: ReadonlyMap<string, Row<'projects'> | undefined>
}

/** The rows of this device from which the figures of these holdings are made. */
export function useTablesOfHoldings(holdings: readonly Investment[]): TablesOfHoldings {
  const flows = useComputed(
    'cashFlows',
    useCallback(
      (table: Table<Row<'cashFlows'>>) =>
        [...new Set(holdings.map(({ investorId }) => investorId))].flatMap((id) => table.where('investorId', id)),
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
  const projects = useComputed(
    'projects',
    useCallback(
      (table: Table<Row<'projects'>>) => new Map(holdings.map(({ projectId: id }) => [id, table.get(id)])),
      [holdings],
    ),
  )
  return { flows, valuations, projects }
}
