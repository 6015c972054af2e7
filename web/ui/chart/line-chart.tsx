import { SeriesChart } from './series-chart.tsx'
import type { SeriesChartProps } from './series.ts'

/** Lines over points in time. */
export const LineChart = (props: SeriesChartProps) => <SeriesChart {...props} as="line" />
