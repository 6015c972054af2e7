import { SeriesChart } from './series-chart.tsx'
import type { SeriesChartProps } from './series.ts'

export const BarChart = (props: SeriesChartProps) => <SeriesChart {...props} as="bar" />
