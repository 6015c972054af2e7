import { useState } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useTable } from './use-table.ts'

/** A value from a few indexed rows; for sums over all rows see `useFigure`. The caller keeps `compute` stable. */
export function useComputed<Name extends EntityName, Value>(
  name: Name,
  compute: (table: Table<Row<Name>>) => Value,
): Value {
  const table = useTable(name)
  const { version } = table
  const [computed, setComputed] = useState(() => ({ table, version, compute, value: compute(table) }))
  // The table object never changes; its version does.
  if (computed.version === version && computed.compute === compute && computed.table === table) return computed.value
  const fresh = { table, version, compute, value: compute(table) }
  setComputed(fresh)
  return fresh.value
}
