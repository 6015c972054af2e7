import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartSkeleton, preloadCharts } from '#web/ui/chart/charts.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { FiguresInAddress } from '#web/records/figures/figures-in-address.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ExportReport } from './export-report.tsx'
import { AllocationChart } from './allocation-chart.tsx'
import classes from './dashboard-screen.module.css'
import { PerformanceChart } from './performance-chart.tsx'
import { ActiveProjects } from './active-projects.tsx'
import { Metrics } from './metrics.tsx'
import { NextThirtyDays } from './next-thirty-days.tsx'
import { useUpcoming } from './use-upcoming.ts'
import { RecentActivity } from './recent-activity.tsx'
import { QuickActions } from './quick-actions.tsx'

const MarketWidget = lazy(() => import('./market/market-widget.tsx').then((each) => ({ default: each.MarketWidget })))

const symbols = ['BTC-USD', 'ETH-USD', 'AAPL', 'USD-AED', 'USD-TRY'] as const

const afterPaint = [preloadCharts]

export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { identity } = useStore()
  const mayCreate = useMay('projects', 'create')
  const upcoming = useUpcoming()
  usePreloadWhenIdle(afterPaint)
  return (
    <Page
      title={t('title')}
      subtitle={
        identity.firstName && (
          <Sentence format={(name) => t('greeting', { name })} parts={[<Name key="name">{identity.firstName}</Name>]} />
        )
      }
      actions={
        <>
          <ExportReport />
          {mayCreate && (
            <Button
              renderRoot={(props) => <ScreenLink to="/projects" search={{ dialog: 'create' }} {...props} />}
              leftSection={<IconPlus size={18} aria-hidden="true" />}
            >
              {t('createProject')}
            </Button>
          )}
        </>
      }
    >
      <FiguresInAddress>
        <Metrics />
      </FiguresInAddress>
      <QuickActions />
      <div className={classes['wideAndNarrow']}>
        <PerformanceChart />
        <AllocationChart />
      </div>
      <ActiveProjects upcoming={upcoming} />
      <div className={classes['halves']}>
        <NextThirtyDays upcoming={upcoming} />
        <RecentActivity />
      </div>
      <Suspense fallback={<ChartSkeleton />}>
        <MarketWidget symbols={symbols} />
      </Suspense>
    </Page>
  )
}
