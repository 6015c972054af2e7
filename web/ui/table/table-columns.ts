// What a column of the one table declares besides its header and cell.
import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/entity.ts'

export interface ColumnMeta {
  /** The width in CSS; the first column takes the rest. */
  readonly width?: string
  /** `figure` aligns numbers at their end and keeps them left-to-right in every language. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** The table must be this wide to show the column; the first column or the details then give its value. */
  readonly hideBelow?: 'medium' | 'wide'
}

const leastPixels = { medium: 672, wide: 960 } as const

/** Whether the first column shows what left-out columns would. A width of 0 is not measured yet. */
export const isNarrow = (width: number): boolean => width > 0 && width < leastPixels.medium

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export type DrawnTable<R extends AnyRow> = ReactTable<typeof features, R>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()

export const columnsFor = <R extends AnyRow>(columns: readonly Column<R>[], width: number): readonly Column<R>[] =>
  columns.filter(({ meta }) => width === 0 || !meta?.hideBelow || width >= leastPixels[meta.hideBelow])
