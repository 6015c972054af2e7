import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/kernel/entity.ts'

export interface ColumnMeta {
  /** In rem, with the padding of a narrow table; columns without a width share the rest. */
  readonly width?: string
  /** `figure` aligns numbers at their end and keeps them left-to-right. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** The least room of a column without a width, in rem. */
  readonly room?: number
  /** Columns leave a table that has no room for all: those that drop first, then the last one. */
  readonly drops?: 'first' | 'never'
  /** A hidden column's content is available elsewhere. */
  readonly isShownElsewhere?: boolean
  /** Stays visible while the other columns scroll beneath it. */
  readonly isSticky?: boolean
}

/** In pixels. */
const narrowBelow = 600

/** A width of 0 is not measured yet. */
export const isNarrow = (width: number): boolean => width > 0 && width < narrowBelow

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() })

export type Column<R extends AnyRow> = ColumnDef<typeof features, R, unknown>

export type DisplayedTable<R extends AnyRow> = ReactTable<typeof features, R>

export const columnsOf = <R extends AnyRow>() => createColumnHelper<typeof features, R>()

/** The least room of columns without a width, in rem: the first one shows names in full. */
const [nameRem, textRem] = [11, 9]
/** Actions, whose width depends on the pointer. */
const actionsRem = 8

const remOf = <R extends AnyRow>({ meta }: Column<R>, at: number): number => {
  if (!meta?.width) return meta?.room ?? (at === 0 ? nameRem : textRem)
  return /^[\d.]+rem$/.test(meta.width) ? Number.parseFloat(meta.width) : actionsRem
}

/** What a wide table adds to each width, as in data-table.module.css. */
function addedRem(tableRem: number): number {
  if (tableRem >= 100) return 2.5
  return tableRem > 75 ? 0.5 : 0
}

const pixelsPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** On phones the first column is shown with those that never drop. */
export function columnsFor<R extends AnyRow>(
  columns: readonly Column<R>[],
  width: number,
  isPhone: boolean,
): readonly Column<R>[] {
  if (width === 0) return columns
  const droppable = columns.filter(({ meta }, at) => at > 0 && meta?.drops !== 'never')
  if (isPhone) return columns.filter((column) => !droppable.includes(column))
  const isEarly = ({ meta }: Column<R>): boolean => meta?.drops === 'first'
  const dropOrder = [
    ...droppable.filter(isEarly).toReversed(),
    ...droppable.filter((each) => !isEarly(each)).toReversed(),
  ]
  const dropped = new Set<Column<R>>()
  const tableRem = width / pixelsPerRem()
  const needs = (column: Column<R>): number =>
    remOf(column, columns.indexOf(column)) + (column.meta?.width ? addedRem(tableRem) : 0)
  let missing = columns.reduce((sum, column) => sum + needs(column), 0) - tableRem
  for (const column of dropOrder) {
    if (missing <= 0) break
    dropped.add(column)
    missing -= needs(column)
  }
  return columns.filter((column) => !dropped.has(column))
}

/** On phones each row names the values of the columns that are not shown. */
export const namedColumnsFor = <R extends AnyRow>(
  columns: readonly Column<R>[],
  width: number,
  isPhone: boolean,
): readonly Column<R>[] => {
  if (!isPhone) return []
  const shown = columnsFor(columns, width, isPhone)
  return columns.filter((column) => !shown.includes(column) && !column.meta?.isShownElsewhere)
}

/** The first column has no width of its own and needs room for a name. */
export const minTableWidth = <R extends AnyRow>(columns: readonly Column<R>[]): string =>
  `calc(${columns.map(({ meta }) => meta?.width ?? '9rem').join(' + ')})`
