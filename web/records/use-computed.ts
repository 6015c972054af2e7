import { useState } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useTable } from './use-table.ts'

/**
 * What follows from a few rows of a table, which an index finds, computed anew when the table changes; `useFigure` is for
 * what all of them add up to. `compute` is kept stable by the caller.
 */
export function useComputed<Name extends EntityName, Value>(
  name: Name,
  compute: (table: Table<Row<Name>>) => Value,
): Value {
  const table = useTable(name)
  const { version } = table
  const [computed, setComputed] = useState(() => ({ table, version, compute, value: compute(table) }))
  // The table is one object for ever; its version says that its rows changed.
  if (computed.version === version && computed.compute === compute && computed.table === table) return computed.value
  const fresh = { table, version, compute, value: compute(table) }
  setComputed(fresh)
  return fresh.value
}
