// The values of columns for which a table has no room: below the row's first cell, each with the column's name.
import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import classes from './named-values.module.css'
import type { Column } from './table-columns.ts'

/** The height of one line of them in pixels; named-values.module.css draws it. */
const lineHeight = 40
const leastPixels = 150

const perLine = (width: number): number => Math.max(1, Math.floor(width / leastPixels))

export const namedPerLine = (count: number, width: number): number => Math.min(count, perLine(width))

export const heightOfNamed = (count: number, width: number): number =>
  Math.ceil(count / perLine(width)) * lineHeight + (count > 0 ? 8 : 0)

interface NamedValuesProps<R extends AnyRow> {
  readonly row: R
  readonly columns: readonly Column<R>[]
}

type Draw<R> = (props: { readonly row: { readonly original: R } }) => ReactNode

export const NamedValues = <R extends AnyRow>({ row, columns }: NamedValuesProps<R>) => (
  <dl className={classes['values']} style={{ gridAutoRows: `${lineHeight}px` }}>
    {columns.map(({ id, header, cell }) => (
      <div key={id}>
        <dt>{header as string}</dt>
        <dd>{(cell as unknown as Draw<R>)({ row: { original: row } })}</dd>
      </div>
    ))}
  </dl>
)
