import { SeriesChart } from './series-chart.tsx'
import type { SeriesChartProps } from './series.ts'

/** A group of bars for each point in time. */
export const BarChart = (props: SeriesChartProps) => <SeriesChart {...props} as="bar" />
