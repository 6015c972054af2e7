/** One line, or the bars of one colour. Amounts are decimal strings; null where nothing is known. */
export interface Series {
  readonly id: string
  readonly name: string
  readonly values: readonly (string | null)[]
}

export interface SeriesChartProps {
  /** What the chart shows. */
  readonly label: string
  /** What the points are: "Month". */
  readonly pointsAre: string
  readonly points: readonly string[]
  readonly series: readonly Series[]
  /** Writes a value exactly, for the readout and the table. */
  readonly say: (value: string) => string
  /** Writes a value shortly, for the axis. */
  readonly brief: (value: string) => string
}

const coloursOfSeries = 8

/** A series' place among the theme's colours, from 1; beyond the last they begin again. */
export const colourOf = (index: number): number => (index % coloursOfSeries) + 1

/** How a chart draws its series. */
export type Drawn = 'line' | 'bar'

/** Whether there is anything to draw: a chart of nothing but zeros says nothing. */
export const hasData = (series: readonly Pick<Series, 'values'>[]): boolean =>
  series.some(({ values }) => values.some((value) => value !== null && /[1-9]/.test(value)))
