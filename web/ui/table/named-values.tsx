// Values of hidden columns, with their labels, below the row's first cell.
import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { isWordy } from './named-layout.ts'
import classes from './named-values.module.css'
import type { Column } from './table-columns.ts'

interface NamedValuesProps<R extends AnyRow> {
  readonly row: R
  readonly columns: readonly Column<R>[]
}

// The cells of this app's columns use only the row of their context.
type Draw<R> = (props: { readonly row: { readonly original: R } }) => ReactNode

export const NamedValues = <R extends AnyRow>({ row, columns }: NamedValuesProps<R>) => (
  <dl className={classes['values']}>
    {columns.map((column) => (
      <div key={column.id} data-wordy={isWordy(column) || undefined}>
        <dt>{column.header as string}</dt>
        <dd>{(column.cell as unknown as Draw<R>)({ row: { original: row } })}</dd>
      </div>
    ))}
  </dl>
)
