// What a column of the one table may say beside its header and cell.
import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/entity.ts'

export interface ColumnMeta {
  /** A share of the width, as CSS; the first column takes what is left. */
  readonly width?: string
  /** Figures stand below each other by the end of the number, which reads from left to right in every language. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** How wide the table must be for the column: what is left out is told in the first column or in the details. */
  readonly hideBelow?: 'medium' | 'wide'
}

const leastPixels = { medium: 672, wide: 960 } as const

/** Whether the first column tells what the left-out ones would. A width of 0 is not known yet. */
export const isNarrow = (width: number): boolean => width > 0 && width < leastPixels.medium

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export type DrawnTable<R extends AnyRow> = ReactTable<typeof features, R>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()

export const columnsFor = <R extends AnyRow>(columns: readonly Column<R>[], width: number): readonly Column<R>[] =>
  columns.filter(({ meta }) => width === 0 || !meta?.hideBelow || width >= leastPixels[meta.hideBelow])
