// One chunk each, so that the first paint does not wait for them.
import { Skeleton } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { SeriesChartProps } from './series.ts'
import type { ShareChartProps } from './share-chart.tsx'

/** About the height of a chart, so that the page does not jump. */
export const ChartSkeleton = ({ height = 320 }: { readonly height?: number }) => (
  <Skeleton height={height} aria-hidden="true" />
)

const preloads: (() => Promise<unknown>)[] = []

function lazyChart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  height?: number,
): ComponentType<Props> {
  const Chart = preloadable(load)
  preloads.push(Chart.preload)
  return (props) => (
    <Suspense fallback={<ChartSkeleton {...(height && { height })} />}>
      <Chart {...props} />
    </Suspense>
  )
}

export const preloadCharts = (): Promise<unknown> => Promise.all(preloads.map((each) => each()))

export const LineChart = lazyChart<SeriesChartProps>(() => import('./line-chart.tsx').then((each) => each.LineChart))
export const BarChart = lazyChart<SeriesChartProps>(() => import('./bar-chart.tsx').then((each) => each.BarChart), 220)
export const ShareChart = lazyChart<ShareChartProps>(() => import('./share-chart.tsx').then((each) => each.ShareChart))
