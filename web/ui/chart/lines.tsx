import classes from './chart.module.css'
import type { Scale } from './scale.ts'
import { colorIndexOf, type Series } from './series.ts'

interface LinesProps {
  readonly series: Series
  readonly index: number
  readonly pointPositions: readonly number[]
  readonly scale: Scale
}

export const Lines = ({ series: { values }, index, pointPositions, scale }: LinesProps) => (
  <path className={classes['line']} data-series={colorIndexOf(index)} d={pathOf(values, pointPositions, scale)} />
)

function pathOf(values: readonly (string | null)[], pointPositions: readonly number[], scale: Scale): string {
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const y = (100 - scale.heightOf(value)).toFixed(2)
    const isFirst = (values[at - 1] ?? null) === null
    path += `${isFirst ? 'M' : 'L'}${pointPositions[at]!.toFixed(2)} ${y}`
    if (isFirst && (values[at + 1] ?? null) === null) path += 'h1'
  }
  return path
}
