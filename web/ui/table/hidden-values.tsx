import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import classes from './hidden-values.module.css'
import type { Column } from './table-columns.ts'

interface HiddenValuesProps<R extends AnyRow> {
  readonly row: R
  readonly columns: readonly Column<R>[]
}

// The cells of this app's columns use only the row of their context.
type CellComponent<R> = (props: { readonly row: { readonly original: R } }) => ReactNode

const isMissing = (row: AnyRow, field: string): boolean => (row as AnyRow & Record<string, unknown>)[field] === null

export const HiddenValues = <R extends AnyRow>({ row, columns }: HiddenValuesProps<R>) => (
  <dl className={classes['values']}>
    {columns.map((column) =>
      isMissing(row, column.id!) ? null : (
        <div
          key={column.id}
          data-labelled={column.meta?.needsLabel || undefined}
          data-whole={column.meta?.width !== undefined || undefined}
        >
          <dt>{column.header as string}</dt>
          <dd>{(column.cell as unknown as CellComponent<R>)({ row: { original: row } })}</dd>
        </div>
      ),
    )}
  </dl>
)
