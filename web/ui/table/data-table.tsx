// Renders only visible rows; the store's views sort and search them.
import { FlexRender, type Row, useTable } from '@tanstack/react-table'
import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList } from '#web/store/base/contract.ts'
import classes from './data-table.module.css'
import { secondLine, useDensity } from './density.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { useOneTabStop } from './row-stops.ts'
import type { Sort } from './sort.ts'
import { NarrowTable } from './narrow-table.ts'
import { HiddenValues } from './hidden-values.tsx'
import { type Column, columnsFor, features, isNarrow, phoneColumns, widthOf } from './table-columns.ts'
import { TableHead } from './table-head.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useOverflow } from './use-overflow.ts'
import { useIsSettled } from './use-is-settled.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface DataTableProps<R extends AnyRow> {
  readonly label: string
  readonly rows: RowList<R>
  readonly columns: readonly Column<R>[]
  readonly sort?: Sort | null
  readonly onSort?: (key: string) => void
  readonly onExpectSort?: (key: string) => void
  readonly selected?: string | undefined
  /** Stays in sight below the rows while they scroll. */
  readonly foot?: ReactNode
  /** Called before the paint, with whether all sortable columns have a heading. */
  readonly onHeadings?: (areComplete: boolean) => void
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
  foot,
  onHeadings,
}: DataTableProps<R>) {
  const region = useRef<HTMLElement>(null)
  // Extra rows are rendered only once the list has settled.
  const isSettled = useIsSettled(rows.arranged)
  const density = useDensity()
  const isPhone = useIsPhone()
  const rowHeight = density.row + (isPhone ? secondLine : 0)
  const { first, end, width } = useVisibleRows(region, {
    count: rows.length,
    rowHeight,
    overscan: isSettled ? overscanRows : 1,
  })
  const { shown, secondLineColumns } = useMemo(
    () => (isPhone ? phoneColumns(columns) : { shown: columnsFor(columns, width), secondLineColumns: null }),
    [columns, width, isPhone],
  )
  const areHeadingsComplete = columns.every((column) => !column.meta?.sortable || shown.includes(column))
  useLayoutEffect(() => onHeadings?.(areHeadingsComplete), [onHeadings, areHeadingsComplete])
  const data = useMemo(() => rows.slice(first, end), [rows, first, end])
  const table = useTable({ features, columns: shown, data, getRowId: idOf })
  const overflow = useOverflow(region)
  useOneTabStop(region)
  const spaceAbove = first * rowHeight
  const spaceBelow = (rows.length - end) * rowHeight
  const style = {
    minInlineSize: widthOf(shown),
    '--row': `${rowHeight}px`,
    '--target': `${density.target}px`,
    '--head': `${density.head}px`,
    ...(isPhone && {
      '--beside-name': widthOf(shown.slice(1)),
      '--beside-values': widthOf(shown.filter(({ meta }) => meta?.isSticky)),
    }),
  } as CSSProperties

  return (
    <NarrowTable value={isNarrow(width)}>
      <ScrollRegion ref={region} className={classes['region']} label={label}>
        <table
          className={classes['table']}
          data-density={isPhone ? 'TWO_LINES' : density.name}
          data-beyond={overflow}
          style={style}
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
                secondLineColumns={secondLineColumns}
                position={first + index + 2}
                isSelected={row.id === selected}
              />
            ))}
            {spaceBelow > 0 && <tr aria-hidden="true" style={{ height: spaceBelow }} />}
          </tbody>
        </table>
        {foot && (
          <div className={classes['foot']} style={{ minInlineSize: widthOf(shown) }}>
            <div className={classes['inSight']}>{foot}</div>
          </div>
        )}
      </ScrollRegion>
    </NarrowTable>
  )
}

interface TableRowProps<R extends AnyRow> {
  readonly row: Row<typeof features, R>
  /** The key for rerendering: the table wraps the record in a new `row` on every scroll. */
  readonly record: R
  readonly columns: readonly Column<R>[]
  /** On a phone: what the second line shows beside the text about the name. */
  readonly secondLineColumns: readonly Column<R>[] | null
  readonly position: number
  readonly isSelected: boolean
}

function VisibleRow<R extends AnyRow>(props: TableRowProps<R>) {
  const { row, record, secondLineColumns, position, isSelected } = props
  return (
    <tr className={classes['row']} aria-rowindex={position} aria-current={isSelected || undefined} data-row={record.id}>
      {row.getAllCells().map((cell, index) => {
        const meta = cell.column.columnDef.meta
        return (
          <td key={cell.id} className={classes['cell']} data-align={meta?.align} data-stays={meta?.isSticky} data-cut>
            {index === 0 && secondLineColumns ? (
              <div className={classes['twoLines']}>
                <FlexRender cell={cell} />
                {secondLineColumns.length > 0 && <HiddenValues row={record} columns={secondLineColumns} />}
              </div>
            ) : (
              <FlexRender cell={cell} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

const isSame = (before: TableRowProps<AnyRow>, after: TableRowProps<AnyRow>): boolean =>
  before.record === after.record &&
  before.columns === after.columns &&
  before.secondLineColumns === after.secondLineColumns &&
  before.position === after.position &&
  before.isSelected === after.isSelected

// `memo` drops the type parameter.
const TableRow = memo(VisibleRow, isSame) as typeof VisibleRow
