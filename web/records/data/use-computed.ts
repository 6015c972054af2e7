import { useState } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useTable } from './use-table.ts'

/**
 * Computes something from a few indexed rows of a table, again when the table changes; for sums over all rows use
 * `useFigure`. `compute` is kept stable by the caller.
 */
export function useComputed<Name extends EntityName, Value>(
  name: Name,
  compute: (table: Table<Row<Name>>) => Value,
): Value {
  const table = useTable(name)
  const { version } = table
  const [computed, setComputed] = useState(() => ({ table, version, compute, value: compute(table) }))
  // The table is always the same object; only its version tells that rows changed.
  if (computed.version === version && computed.compute === compute && computed.table === table) return computed.value
  const fresh = { table, version, compute, value: compute(table) }
  setComputed(fresh)
  return fresh.value
}
