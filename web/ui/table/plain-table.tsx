import type { CSSProperties, ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import classes from './plain-table.module.css'

interface PlainTableProps {
  readonly label: string
  readonly columns: readonly {
    readonly header: string
    readonly align?: 'end' | 'figure'
    readonly hideNarrow?: true
    /** In narrow `lines`, a labelled value on a line of its own. */
    readonly isBelow?: true
  }[]
  /**
   * On narrow screens each row becomes a block of labelled values, side by side or `singly`, or stays a line of the
   * table.
   */
  readonly stacked?: true | 'singly' | 'lines'
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[]
}

export const PlainTable = ({ label, columns, stacked, rows }: PlainTableProps) => (
  <ScrollRegion className={classes['region']} label={label}>
    <table
      className={classes['table']}
      data-stacked={stacked}
      style={{ '--in-line': columns.filter((each) => !each.hideNarrow && !each.isBelow).length } as CSSProperties}
    >
      <thead>
        <tr>
          {columns.map(({ header, align, hideNarrow, isBelow }) => (
            <th key={header} scope="col" data-align={align} data-narrow={hideNarrow} data-below={isBelow}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {columns.map(({ header, align, hideNarrow, isBelow }, index) =>
              stacked && index === 0 ? (
                <th key={header} scope="row">
                  {cells[index]}
                </th>
              ) : (
                <td key={header} data-align={align} data-narrow={hideNarrow} data-below={isBelow} data-label={header}>
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
