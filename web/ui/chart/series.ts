/** Decimal strings; null is unknown. */
export interface Series {
  readonly id: string
  readonly name: string
  readonly values: readonly (string | null)[]
}

export interface SeriesChartProps {
  readonly label: string
  readonly pointHeading: string
  readonly points: readonly string[]
  readonly series: readonly Series[]
  readonly format: (value: string) => string
  readonly brief: (value: string, step: number) => string
  /** Shows the movement: low, with an axis that need not contain zero. */
  readonly isFitted?: boolean
}

const seriesColors = 8

export const colorIndexOf = (index: number): number => (index % seriesColors) + 1

export type ChartKind = 'line' | 'bar'

/** A chart of zeros has nothing to draw. */
export const hasData = (series: readonly Pick<Series, 'values'>[]): boolean =>
  series.some(({ values }) => values.some((value) => value !== null && /[1-9]/.test(value)))
