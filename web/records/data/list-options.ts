import type { AnyRow } from '#schema/kernel/entity.ts'
import type { SortBy, SortKey, ViewOptions, ViewOrder } from '#web/store/base/contract.ts'
import type { Sort } from '#web/ui/table/sort.ts'

export type Sorts<R extends AnyRow> = Readonly<Record<string, SortBy<R>>>

const everyRow = (): boolean => true
const newest = (row: AnyRow): SortKey => row['createdAt'] as string

/** Without a chosen or default sort, the newest rows come first. */
export function orderOf<R extends AnyRow>(
  sorts: Sorts<R>,
  sort: Sort | null,
  defaultSort: Sort | null = null,
): ViewOrder<R> {
  const sortBy = sort && sorts[sort.key]
  if (!sortBy && defaultSort) return orderOf(sorts, defaultSort)
  return sortBy ? { sortBy, descending: sort.descending } : { sortBy: newest, descending: true }
}

export const listOptions = <R extends AnyRow>(
  searchText: (row: R) => string,
  order: ViewOrder<R>,
  filter: (row: R) => boolean = everyRow,
  joins?: ViewOptions<R>['joins'],
): ViewOptions<R> => ({ ...order, searchText, filter, ...(joins && { joins }) })
