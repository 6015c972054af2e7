// The legend has the same facts, so the ring is hidden from screen readers.
import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import { type ReactNode, useState } from 'react'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import classes from './chart.module.css'
import { ChartFrame } from './chart-frame.tsx'
import { colorIndexOf, hasData } from './series.ts'

export interface Share {
  readonly id: string
  readonly name: string
  readonly value: string
  /** Percent with one decimal; all shares add up to 100.0. */
  readonly share: string
}

export interface ShareChartProps {
  readonly label: string
  readonly partHeading: string
  readonly valueHeading: string
  readonly shareHeading: string
  readonly parts: readonly Share[]
  readonly whole: ReactNode
  readonly format: (value: string) => string
  readonly formatShare: (share: string) => string
}

export function ShareChart(props: ShareChartProps) {
  const { label, partHeading, valueHeading, shareHeading, parts, format, formatShare } = props
  return (
    <ChartFrame
      label={label}
      hasData={hasData([{ values: parts.map(({ value }) => value) }])}
      chart={<Ring {...props} />}
      table={
        <PlainTable
          label={label}
          columns={[
            { header: partHeading },
            { header: valueHeading, align: 'figure' },
            { header: shareHeading, align: 'figure' },
          ]}
          rows={parts.map(({ id, name, value, share }) => ({
            id,
            cells: [
              name,
              <bdi key="value" {...amountProps(format(value))} />,
              <bdi key="share" dir="ltr">
                {formatShare(share)}
              </bdi>,
            ],
          }))}
        />
      }
    />
  )
}

const gap = 0.6

function Ring({ parts, whole, format, formatShare }: ShareChartProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const lengths = parts.map(({ share }) => Number(share))
  const arcs = parts.map(({ id }, index) => ({
    id,
    index,
    start: lengths.slice(0, index).reduce((sum, each) => sum + each, 0),
    length: Math.max(0, lengths[index]! - (parts.length > 1 ? gap : 0)),
  }))
  return (
    <div className={classes['shares']}>
      <div className={classes['ring']}>
        <svg viewBox="0 0 42 42" aria-hidden="true">
          {arcs.map(({ id, index, start: from, length }) => (
            <circle
              key={id}
              className={classes['arc']}
              data-series={colorIndexOf(index)}
              data-faint={(chosen !== null && chosen !== id) || undefined}
              cx="21"
              cy="21"
              r="17.5"
              pathLength="100"
              strokeDasharray={`${length} ${100 - length}`}
              strokeDashoffset={-from}
              onPointerEnter={() => setChosen(id)}
              onPointerLeave={() => setChosen(null)}
            />
          ))}
        </svg>
        <div className={classes['whole']}>{whole}</div>
      </div>
      <ul className={classes['parts']}>
        {parts.map(({ id, name, value, share }, index) => (
          <li
            key={id}
            data-faint={(chosen !== null && chosen !== id) || undefined}
            onPointerEnter={() => setChosen(id)}
            onPointerLeave={() => setChosen(null)}
          >
            <span className={classes['swatch']} data-series={colorIndexOf(index)} data-as="bar" aria-hidden="true" />
            <span className={classes['part']}>{name}</span>
            <bdi dir="ltr" className={classes['share']}>
              {formatShare(share)}
            </bdi>
            <bdi {...amountProps(format(value))} className={classes['amount']} />
          </li>
        ))}
      </ul>
    </div>
  )
}
