import classes from './chart.module.css'
import type { Scale } from './scale.ts'
import { colorIndexOf, type Series } from './series.ts'

interface BarsProps {
  readonly series: Series
  readonly index: number
  readonly allSeries: readonly Series[]
  readonly pointPositions: readonly number[]
  readonly scale: Scale
  readonly chosenPoint: number
}

const filledShare = 0.56

export function Bars({ series, index, allSeries, pointPositions, scale, chosenPoint }: BarsProps) {
  const groupWidth = (100 / pointPositions.length) * filledShare
  const width = groupWidth / allSeries.length
  const zero = scale.heightOf('0')
  return series.values.map((value, point) => {
    if (value === null) return null
    const height = scale.heightOf(value)
    return (
      <rect
        // Points never change their order.
        key={pointPositions[point]}
        className={classes['bar']}
        data-series={colorIndexOf(index)}
        data-chosen={point === chosenPoint || undefined}
        x={pointPositions[point]! - groupWidth / 2 + width * allSeries.indexOf(series)}
        width={width * 0.92}
        y={100 - Math.max(zero, height)}
        height={Math.abs(height - zero)}
      />
    )
  })
}
