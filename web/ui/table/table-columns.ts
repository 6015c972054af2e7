import { type ColumnDef, createColumnHelper, metaHelper, type ReactTable, tableFeatures } from '@tanstack/react-table'
import type { AnyRow } from '#schema/kernel/entity.ts'

export interface ColumnMeta {
  /** CSS width in a narrow table, including padding; columns without one share the rest. */
  readonly width?: string
  /** In rem, for a column without a width. */
  readonly minRem?: number
  /** `figure` aligns numbers at their end and keeps them left-to-right. */
  readonly align?: 'end' | 'figure'
  readonly sortable?: boolean
  /** A table without room for all columns hides these first, then the others from the last one on. */
  readonly drops?: 'first' | 'never'
  /** On a phone the value is shown with its heading. */
  readonly needsLabel?: boolean
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

/** The least width of columns without one, in rem: the first shows names in full. */
const [nameRem, textRem] = [11, 9]
/** Actions, whose width depends on the pointer. */
const actionsRem = 8

function remOf<R extends AnyRow>({ meta }: Column<R>, isFirst: boolean, tableRem: number): number {
  if (!meta?.width) return meta?.minRem ?? (isFirst ? nameRem : textRem)
  const rem = /^[\d.]+rem$/.test(meta.width) ? Number.parseFloat(meta.width) : actionsRem
  return rem + addedRem(tableRem)
}

/** What a wide table adds to each width, as in data-table.module.css. */
function addedRem(tableRem: number): number {
  if (tableRem >= 100) return 2.5
  return tableRem > 75 ? 0.5 : 0
}

const pixelsPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

const mayHide = <R extends AnyRow>({ meta }: Column<R>, at: number): boolean => at > 0 && meta?.drops !== 'never'
const hidesFirst = <R extends AnyRow>({ meta }: Column<R>): boolean => meta?.drops === 'first'

export function columnsFor<R extends AnyRow>(columns: readonly Column<R>[], widthPx: number): readonly Column<R>[] {
  if (widthPx === 0) return columns
  const tableRem = widthPx / pixelsPerRem()
  const candidates = columns.filter(mayHide).toReversed()
  const hideOrder = [...candidates.filter(hidesFirst), ...candidates.filter((each) => !hidesFirst(each))]
  let missing = columns.reduce((sum, each, at) => sum + remOf(each, at === 0, tableRem), 0) - tableRem
  const hidden = new Set<Column<R>>()
  for (const column of hideOrder) {
    if (missing <= 0) break
    hidden.add(column)
    missing -= remOf(column, false, tableRem)
  }
  return columns.filter((column) => !hidden.has(column))
}

const maxValues = 2

/** A phone shows the name and its figure, and below them the most important values of the other columns. */
export function phoneColumns<R extends AnyRow>(columns: readonly Column<R>[]) {
  const others = columns.filter(mayHide)
  return {
    shown: columns.filter((each) => !others.includes(each)),
    secondLineColumns: others.filter((each) => !hidesFirst(each) && !each.meta?.isShownElsewhere).slice(0, maxValues),
  }
}

/** The first column has no width of its own and needs room for a name. */
export const widthOf = <R extends AnyRow>(columns: readonly Column<R>[]): string =>
  `calc(${['0rem', ...columns.map(({ meta }) => meta?.width ?? '9rem')].join(' + ')})`
