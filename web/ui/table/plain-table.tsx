import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import classes from './plain-table.module.css'

interface PlainTableProps {
  readonly label: string
  readonly columns: readonly {
    readonly header: string
    readonly align?: 'end' | 'figure'
    readonly hideNarrow?: true
  }[]
  /** On narrow screens each row becomes a block of labelled values, side by side or `singly`. */
  readonly stacked?: true | 'singly'
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[]
}

export const PlainTable = ({ label, columns, stacked, rows }: PlainTableProps) => (
  <ScrollRegion className={classes['region']} label={label}>
    <table className={classes['table']} data-stacked={stacked}>
      <thead>
        <tr>
          {columns.map(({ header, align, hideNarrow }) => (
            <th key={header} scope="col" data-align={align} data-narrow={hideNarrow}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {columns.map(({ header, align, hideNarrow }, index) =>
              stacked && index === 0 ? (
                <th key={header} scope="row">
                  {cells[index]}
                </th>
              ) : (
                <td key={header} data-align={align} data-narrow={hideNarrow} data-label={header}>
                  {cells[index]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)
