import { SeriesChart } from './series-chart.tsx'
import type { SeriesChartProps } from './series.ts'

export const LineChart = (props: SeriesChartProps) => <SeriesChart {...props} as="line" />
