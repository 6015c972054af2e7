// What a column of the one table declares besides its header and cell.
import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/kernel/entity.ts'

export type TableWidth = 'medium' | 'wide'

export interface ColumnMeta {
  /** The width in CSS in a narrow table, with its padding; the first column takes the rest. */
  readonly width?: string
  /** `figure` aligns numbers at their end and keeps them left-to-right in every language. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** The table must be this wide to show the column; below, each row names its value. */
  readonly hideBelow?: TableWidth
  /** What a left-out column would show is elsewhere. */
  readonly isUnnamed?: boolean
  /** The last column: where there is no room for all, the others are scrolled beneath it. */
  readonly stays?: boolean
}

/** On a tablet in landscape every column is shown; a table with too little room for them scrolls sideways. */
const leastPixels: Readonly<Record<TableWidth, number>> = { medium: 600, wide: 840 }

/** Whether the first column is as brief as it can be. A width of 0 is not measured yet. */
export const isNarrow = (width: number): boolean => width > 0 && width < leastPixels.medium

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export type DrawnTable<R extends AnyRow> = ReactTable<typeof features, R>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()

const hasRoom = ({ meta }: Column<never>, width: number): boolean =>
  width === 0 || !meta?.hideBelow || width >= leastPixels[meta.hideBelow]

export const columnsFor = <R extends AnyRow>(columns: readonly Column<R>[], width: number): readonly Column<R>[] =>
  columns.filter((column) => hasRoom(column as Column<never>, width))

/** The columns whose values each row names, because the table has no room for them. */
export const namedFor = <R extends AnyRow>(columns: readonly Column<R>[], width: number): readonly Column<R>[] =>
  columns.filter((column) => !column.meta?.isUnnamed && !hasRoom(column as Column<never>, width))

/** In CSS; the first column, which has no width of its own, needs room for a name. */
export const leastWidth = <R extends AnyRow>(columns: readonly Column<R>[]): string =>
  `calc(${columns.map(({ meta }) => meta?.width ?? '9rem').join(' + ')})`

/** Below this width the table has no heads for some of its sorts; undefined where it always has all. */
export function sortsHiddenBelow<R extends AnyRow>(columns: readonly Column<R>[]): TableWidth | undefined {
  const hidden = columns.flatMap(({ meta }) => (meta?.sortable && meta.hideBelow ? [meta.hideBelow] : []))
  return hidden.includes('wide') ? 'wide' : hidden[0]
}
