import { useCallback, useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useComputed } from '#web/records/data/use-computed.ts'

type Investment = Row<'investments'>

interface TablesOfHoldings {
  readonly investments: readonly Investment[]
  readonly flows: readonly Row<'cashFlows'>[]
  readonly valuations: readonly Row<'valuations'>[]
  readonly holdingValues: readonly Row<'holdingValues'>[]
  readonly projects: ReadonlyMap<string, Row<'projects'> | undefined>
}

export function useTablesOfHoldings(holdings: readonly Investment[]): TablesOfHoldings {
  const projectIds = useMemo(() => [...new Set(holdings.map(({ projectId }) => projectId))], [holdings])
  const investments = useRowsOf('investments', projectIds)
  const flows = useRowsOf('cashFlows', projectIds)
  const valuations = useRowsOf('valuations', projectIds)
  const holdingValues = useComputed(
    'holdingValues',
    useCallback(
      (table: Table<Row<'holdingValues'>>) => holdings.flatMap(({ id }) => table.where('investmentId', id)),
      [holdings],
    ),
  )
  const projects = useComputed(
    'projects',
    useCallback((table: Table<Row<'projects'>>) => new Map(projectIds.map((id) => [id, table.get(id)])), [projectIds]),
  )
  return { investments, flows, valuations, holdingValues, projects }
}

type ProjectEntityName = { [Name in EntityName]: 'projectId' extends keyof Row<Name> ? Name : never }[EntityName]

const useRowsOf = <Name extends ProjectEntityName>(entity: Name, projectIds: readonly string[]): readonly Row<Name>[] =>
  useComputed(
    entity,
    useCallback(
      (table: Table<Row<Name>>) => projectIds.flatMap((id) => table.where('projectId' as keyof Row<Name> & string, id)),
      [projectIds],
    ),
  )
