import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import classes from './chart.module.css'
import { colorIndexOf, type ChartKind } from './series.ts'

interface LegendProps {
  readonly as: ChartKind
  readonly heading: string
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    readonly value: string
  }[]
}

export const Legend = ({ as, heading, entries }: LegendProps) => (
  <div className={classes['legend']}>
    <span className={classes['head']}>{heading}</span>
    <dl>
      {entries.map(({ id, name, value }, index) => (
        <div key={id}>
          <dt>
            <span className={classes['swatch']} data-series={colorIndexOf(index)} data-as={as} aria-hidden="true" />
            {name}
          </dt>
          <dd>
            <bdi {...amountProps(value)} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
