// Renders only visible rows; the store's views sort and search them.
import { FlexRender, type Row, useTable } from '@tanstack/react-table'
import { type CSSProperties, memo, useCallback, useMemo, useRef } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList } from '#web/store/base/contract.ts'
import classes from './data-table.module.css'
import { useDensity } from './density.ts'
import { ScrollRegion } from './scroll-region.tsx'
import type { Sort } from './sort.ts'
import { NarrowTable } from './narrow-table.ts'
import { layoutHiddenValues } from './hidden-values-layout.ts'
import { HiddenValues } from './hidden-values.tsx'
import { type Column, columnsFor, features, isNarrow, minTableWidth, hiddenColumnsFor } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { useOverflow } from './use-overflow.ts'
import { useSettled } from './use-settled.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface DataTableProps<R extends AnyRow> {
  readonly label: string
  readonly rows: RowList<R>
  readonly columns: readonly Column<R>[]
  readonly sort?: Sort | null
  readonly onSort?: (key: string) => void
  readonly onExpectSort?: (key: string) => void
  readonly selected?: string | undefined
  readonly added?: string | undefined
}

/** Extra rows above and below, so that a quick scroll shows no gap. */
const overscanRows = 8
const idOf = (row: AnyRow): string => row.id

export function DataTable<R extends AnyRow>({
  label,
  rows,
  columns,
  sort = null,
  onSort,
  onExpectSort,
  selected,
  added,
}: DataTableProps<R>) {
  const region = useRef<HTMLElement>(null)
  // Extra rows are rendered only once the list has settled.
  const isSettled = useSettled(rows.arranged)
  const density = useDensity()
  const heightAt = useCallback(
    (width: number) => density.row + layoutHiddenValues(hiddenColumnsFor(columns, width), width).height,
    [density, columns],
  )
  const { first, end, width, rowHeight } = useVisibleRows(region, {
    count: rows.length,
    heightAt,
    overscan: isSettled ? overscanRows : 1,
  })
  const shown = useMemo(() => columnsFor(columns, width), [columns, width])
  const hiddenColumns = useMemo(() => hiddenColumnsFor(columns, width), [columns, width])
  const data = useMemo(() => rows.slice(first, end), [rows, first, end])
  const table = useTable({ features, columns: shown, data, getRowId: idOf })
  const overflow = useOverflow(region)
  const spaceAbove = first * rowHeight
  const spaceBelow = (rows.length - end) * rowHeight
  const { tracks, lines, linesPerName } = layoutHiddenValues(hiddenColumns, width)
  const style = {
    '--named-tracks': tracks,
    '--named-lines': lines,
    '--named-words': linesPerName,
    '--row': `${rowHeight}px`,
    '--line': `${density.row}px`,
    '--target': `${density.target}px`,
  }

  return (
    <NarrowTable value={isNarrow(width)}>
      <ScrollRegion ref={region} className={classes['region']} label={label}>
        <table
          className={classes['table']}
          data-density={density.name}
          data-beyond={overflow}
          style={{ ...style, minInlineSize: minTableWidth(shown) } as CSSProperties}
          aria-rowcount={rows.length + 1}
        >
          <TableHead table={table} sort={sort} onSort={onSort} onExpectSort={onExpectSort} />
          <tbody>
            {spaceAbove > 0 && <tr aria-hidden="true" style={{ height: spaceAbove }} />}
            {table.getRowModel().rows.map((row, index) => (
              <TableRow
                key={row.id}
                row={row}
                record={row.original}
                columns={shown}
                hiddenColumns={hiddenColumns}
                position={first + index + 2}
                isSelected={row.id === selected}
                isAdded={row.id === added}
              />
            ))}
            {spaceBelow > 0 && <tr aria-hidden="true" style={{ height: spaceBelow }} />}
          </tbody>
        </table>
      </ScrollRegion>
    </NarrowTable>
  )
}

interface TableRowProps<R extends AnyRow> {
  readonly row: Row<typeof features, R>
  /** The key for rerendering: the table wraps the record in a new `row` on every scroll. */
  readonly record: R
  readonly columns: readonly Column<R>[]
  readonly hiddenColumns: readonly Column<R>[]
  readonly position: number
  readonly isSelected: boolean
  readonly isAdded: boolean
}

function VisibleRow<R extends AnyRow>(props: TableRowProps<R>) {
  const { row, record, hiddenColumns, position, isSelected, isAdded } = props
  return (
    <tr
      className={classes['row']}
      aria-rowindex={position}
      aria-current={isSelected || undefined}
      data-added={isAdded || undefined}
      data-named={hiddenColumns.length > 0 || undefined}
    >
      {row.getAllCells().map((cell, index) => {
        const meta = cell.column.columnDef.meta
        return (
          <td key={cell.id} className={classes['cell']} data-align={meta?.align} data-stays={meta?.isSticky} data-cut>
            <FlexRender cell={cell} />
            {index === 0 && hiddenColumns.length > 0 && <HiddenValues row={record} columns={hiddenColumns} />}
          </td>
        )
      })}
    </tr>
  )
}

const isSame = (before: TableRowProps<AnyRow>, after: TableRowProps<AnyRow>): boolean =>
  before.record === after.record &&
  before.columns === after.columns &&
  before.hiddenColumns === after.hiddenColumns &&
  before.position === after.position &&
  before.isSelected === after.isSelected &&
  before.isAdded === after.isAdded

// `memo` drops the type parameter.
const TableRow = memo(VisibleRow, isSame) as typeof VisibleRow
