import { FlexRender, type Row } from '@tanstack/react-table'
import { memo } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import classes from './data-table.module.css'
import type { Column, features } from './table-columns.ts'

interface TableRowProps<R extends AnyRow> {
  readonly row: Row<typeof features, R>
  /** Decides whether the row is drawn again: the table wraps the record in a new `row` on every scroll. */
  readonly record: R
  readonly columns: readonly Column<R>[]
  readonly position: number
  readonly isSelected: boolean
}

function DrawnRow<R extends AnyRow>({ row, position, isSelected }: TableRowProps<R>) {
  return (
    <tr className={classes['row']} aria-rowindex={position} data-selected={isSelected || undefined}>
      {row.getAllCells().map((cell) => {
        const meta = cell.column.columnDef.meta
        return (
          <td key={cell.id} className={classes['cell']} data-align={meta?.align} data-cut>
            <FlexRender cell={cell} />
          </td>
        )
      })}
    </tr>
  )
}

const isSame = (before: TableRowProps<AnyRow>, after: TableRowProps<AnyRow>): boolean =>
  before.record === after.record &&
  before.columns === after.columns &&
  before.position === after.position &&
  before.isSelected === after.isSelected

export const TableRow = memo(DrawnRow, isSame as never) as typeof DrawnRow
