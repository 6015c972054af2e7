// The one table of records: a real table that draws only the visible rows. The caller gives sorted and searched rows;
// order and search belong to the store's views.
import { useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useRef } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import type { RowList } from '#web/store/contract.ts'
import classes from './data-table.module.css'
import { ScrollRegion } from './scroll-region.tsx'
import type { Sort } from './sort.ts'
import { NarrowTable } from './narrow-table.ts'
import { type Column, columnsFor, features, isNarrow } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

interface DataTableProps<R extends AnyRow> {
  /** The accessible name. */
  readonly label: string
  readonly rows: RowList<R>
  readonly columns: readonly Column<R>[]
  readonly sort?: Sort | null
  readonly onSort?: (key: string) => void
  readonly onExpectSort?: (key: string) => void
  readonly selected?: string | undefined
}

const rowHeight = 64
/** Rows drawn above and below the visible ones, so that a quick scroll shows no gap. */
const beyond = 8
const notYet = {}
const idOf = (row: AnyRow): string => row.id

export function DataTable<R extends AnyRow>({
  label,
  rows,
  columns,
  sort = null,
  onSort,
  onExpectSort,
  selected,
}: DataTableProps<R>) {
  const region = useRef<HTMLElement>(null)
  // Visible rows are drawn at once; the rows beyond wait for a quiet moment.
  const isSettled = useDeferredValue<object | undefined>(rows.arranged, notYet) === rows.arranged
  const { first, end, width } = useVisibleRows(region, {
    count: rows.length,
    rowHeight,
    beyond: isSettled ? beyond : 1,
  })
  const shown = useMemo(() => columnsFor(columns, width), [columns, width])
  const data = useMemo(() => rows.slice(first, end), [rows, first, end])
  const table = useTable({ features, columns: shown, data, getRowId: idOf })
  const above = first * rowHeight
  const below = (rows.length - end) * rowHeight

  return (
    <NarrowTable value={isNarrow(width)}>
      <ScrollRegion ref={region} className={classes['region']} label={label}>
        <table className={classes['table']} aria-rowcount={rows.length + 1}>
          <TableHead table={table} sort={sort} onSort={onSort} onExpectSort={onExpectSort} />
          <tbody>
            {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
            {table.getRowModel().rows.map((row, index) => (
              <TableRow
                key={row.id}
                row={row}
                record={row.original}
                columns={shown}
                position={first + index + 2}
                isSelected={row.id === selected}
              />
            ))}
            {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
          </tbody>
        </table>
      </ScrollRegion>
    </NarrowTable>
  )
}
