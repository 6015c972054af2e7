import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { FlexRender } from '@tanstack/react-table'
import type { AnyRow } from '#schema/kernel/entity.ts'
import classes from './data-table.module.css'
import type { Sort } from './sort.ts'
import type { DisplayedTable } from './table-columns.ts'

interface TableHeadProps<R extends AnyRow> {
  readonly table: DisplayedTable<R>
  readonly sort: Sort | null
  readonly onSort: ((key: string) => void) | undefined
  readonly onExpectSort: ((key: string) => void) | undefined
}

const directionOf = (sort: Sort | null, key: string): 'ascending' | 'descending' | 'none' => {
  if (sort?.key !== key) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

export function TableHead<R extends AnyRow>({ table, sort, onSort, onExpectSort }: TableHeadProps<R>) {
  return (
    <thead className={classes['head']}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => {
            const meta = header.column.columnDef.meta
            const direction = directionOf(sort, header.column.id)
            const Icon = icons[direction]
            const text = <FlexRender header={header} />
            return (
              <th
                key={header.id}
                scope="col"
                className={classes['headCell']}
                style={{ width: meta?.width && `calc(${meta.width} + var(--room))` }}
                data-align={meta?.align}
                data-stays={meta?.isSticky}
                {...(meta?.sortable ? { 'aria-sort': direction } : {})}
              >
                {meta?.sortable && onSort ? (
                  <button
                    type="button"
                    className={classes['sort']}
                    onPointerEnter={() => onExpectSort?.(header.column.id)}
                    onFocus={() => onExpectSort?.(header.column.id)}
                    onClick={() => onSort(header.column.id)}
                  >
                    {text}
                    <Icon size={14} aria-hidden="true" data-active={direction !== 'none' || undefined} />
                  </button>
                ) : (
                  text
                )}
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}
