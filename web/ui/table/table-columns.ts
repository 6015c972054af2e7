import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/kernel/entity.ts'

export type TableWidth = 'medium' | 'wide'

export interface ColumnMeta {
  /** CSS width in a narrow table, including padding; the first column takes the rest. */
  readonly width?: string
  /** `figure` aligns numbers at their end and keeps them left-to-right. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** In narrower tables, each row shows the value with its label. */
  readonly hideBelow?: TableWidth
  /** A hidden column's content is available elsewhere. */
  readonly isShownElsewhere?: boolean
  /** Stays visible while the other columns scroll beneath it. */
  readonly isSticky?: boolean
}

/** In pixels. Landscape tablets show every column; a table without enough room scrolls sideways. */
const minPixels: Readonly<Record<TableWidth, number>> = { medium: 600, wide: 840 }

/** A width of 0 is not measured yet. */
export const isNarrow = (width: number): boolean => width > 0 && width < minPixels.medium

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export type DisplayedTable<R extends AnyRow> = ReactTable<typeof features, R>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()

const hasRoom = ({ meta }: Column<never>, width: number): boolean =>
  width === 0 || !meta?.hideBelow || width >= minPixels[meta.hideBelow]

export const columnsFor = <R extends AnyRow>(columns: readonly Column<R>[], width: number): readonly Column<R>[] =>
  columns.filter((column) => hasRoom(column as Column<never>, width))

export const hiddenColumnsFor = <R extends AnyRow>(
  columns: readonly Column<R>[],
  width: number,
): readonly Column<R>[] =>
  columns.filter((column) => !column.meta?.isShownElsewhere && !hasRoom(column as Column<never>, width))

/** The first column has no width of its own and needs room for a name. */
export const minTableWidth = <R extends AnyRow>(columns: readonly Column<R>[]): string =>
  `calc(${columns.map(({ meta }) => meta?.width ?? '9rem').join(' + ')})`

/** Undefined if all sortable columns always have a heading. */
export function hidesSortsBelow<R extends AnyRow>(columns: readonly Column<R>[]): TableWidth | undefined {
  const hidden = columns.flatMap(({ meta }) => (meta?.sortable && meta.hideBelow ? [meta.hideBelow] : []))
  return hidden.includes('wide') ? 'wide' : hidden[0]
}
