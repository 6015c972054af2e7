import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import classes from './chart.module.css'
import { colourOf, type Drawn } from './series.ts'

interface LegendProps {
  readonly as: Drawn
  readonly head: string
  readonly entries: readonly {
    readonly id: string
    readonly name: string
    readonly value: string
  }[]
}

export const Legend = ({ as, head, entries }: LegendProps) => (
  <div className={classes['legend']}>
    <span className={classes['head']}>{head}</span>
    <dl>
      {entries.map(({ id, name, value }, index) => (
        <div key={id}>
          <dt>
            <span className={classes['swatch']} data-series={colourOf(index)} data-as={as} aria-hidden="true" />
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
