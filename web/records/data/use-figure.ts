import { useCallback, useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSharedComputation } from './use-shared-computation.ts'

export type Computation<Name extends EntityName, Value> = (table: Table<Row<Name>>) => Generator<undefined, Value>

/** Shared by all callers with the same `walk`; the caller keeps it stable. */
export function useFigure<Name extends EntityName, Value>(
  name: Name,
  compute: Computation<Name, Value>,
): Value | undefined {
  const table = useStore().table(name)
  const names = useMemo(() => [name], [name])
  return useSharedComputation(
    names,
    useCallback(() => compute(table), [table, compute]),
    compute,
  )
}
