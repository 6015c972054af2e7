import classes from './chart.module.css'
import type { Scale } from './scale.ts'
import { colourOf, type Series } from './series.ts'

interface LinesProps {
  readonly series: Series
  readonly index: number
  readonly places: readonly number[]
  readonly scale: Scale
}

/** Null breaks the line; a single value is a dash. */
export const Lines = ({ series: { values }, index, places, scale }: LinesProps) => (
  <path className={classes['line']} data-series={colourOf(index)} d={pathOf(values, places, scale)} />
)

function pathOf(values: readonly (string | null)[], places: readonly number[], scale: Scale): string {
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const y = (100 - scale.heightOf(value)).toFixed(2)
    const isFirst = (values[at - 1] ?? null) === null
    path += `${isFirst ? 'M' : 'L'}${places[at]!.toFixed(2)} ${y}`
    if (isFirst && (values[at + 1] ?? null) === null) path += 'h1'
  }
  return path
}
