import classes from './chart.module.css'
import type { Scale } from './scale.ts'
import { colourOf, type Series } from './series.ts'

interface BarsProps {
  readonly series: Series
  readonly index: number
  readonly of: readonly Series[]
  readonly places: readonly number[]
  readonly scale: Scale
  readonly at: number
}

/** The share of a point's width that its bars fill. */
const filled = 0.56

export function Bars({ series, index, of, places, scale, at }: BarsProps) {
  const room = (100 / places.length) * filled
  const width = room / of.length
  const zero = scale.heightOf('0')
  return series.values.map((value, point) => {
    if (value === null) return null
    const height = scale.heightOf(value)
    return (
      <rect
        // Points never change their order.
        key={places[point]}
        className={classes['bar']}
        data-series={colourOf(index)}
        data-chosen={point === at || undefined}
        x={places[point]! - room / 2 + width * of.indexOf(series)}
        width={width * 0.92}
        y={100 - Math.max(zero, height)}
        height={Math.abs(height - zero)}
      />
    )
  })
}
