// What a column of the one table may say beside its header and cell.
import { type ColumnDef, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/entity.ts'

export interface ColumnMeta {
  /** A share of the width, as CSS; the first column takes what is left. */
  readonly width?: string
  readonly align?: 'end'
  readonly sortable?: boolean
  /** The width of the table below which the column is left out. */
  readonly hideBelow?: 'medium' | 'wide'
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()
