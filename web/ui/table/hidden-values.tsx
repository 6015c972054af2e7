import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { mayNeedTwoLines } from './hidden-values-layout.ts'
import classes from './hidden-values.module.css'
import type { Column } from './table-columns.ts'

interface HiddenValuesProps<R extends AnyRow> {
  readonly row: R
  readonly columns: readonly Column<R>[]
}

// The cells of this app's columns use only the row of their context.
type CellComponent<R> = (props: { readonly row: { readonly original: R } }) => ReactNode

export const HiddenValues = <R extends AnyRow>({ row, columns }: HiddenValuesProps<R>) => (
  <dl className={classes['values']}>
    {columns.map((column) => (
      <div key={column.id} data-wordy={mayNeedTwoLines(column) || undefined}>
        <dt>{column.header as string}</dt>
        <dd>{(column.cell as unknown as CellComponent<R>)({ row: { original: row } })}</dd>
      </div>
    ))}
  </dl>
)
