import { useTranslation } from 'react-i18next'
import { soonDays } from '#schema/portfolio/upcoming.ts'
import { preloadCharts } from '#web/ui/chart/charts.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { OpenFigureInUrl } from '#web/records/figures/open-figure-in-url.tsx'
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
import { NeedsAttention } from './needs-attention.tsx'
import { MarketWidget } from './market/market-widget.tsx'
import { useUpcoming } from './use-upcoming.ts'
import { RecentActivity } from './recent-activity.tsx'
import { QuickActions } from './quick-actions.tsx'

const symbols = ['BTC-USD', 'ETH-USD', 'AAPL', 'USD-AED', 'USD-TRY'] as const

const afterPaint = [preloadCharts]

export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { identity } = useStore()
  const upcoming = useUpcoming(soonDays)
  usePreloadWhenIdle(afterPaint)
  return (
    <Page
      title={t('title')}
      subtitle={
        identity.firstName && (
          <Sentence format={(name) => t('greeting', { name })} parts={[<Name key="name">{identity.firstName}</Name>]} />
        )
      }
      actions={<ExportReport />}
    >
      <NeedsAttention upcoming={upcoming} />
      <OpenFigureInUrl>
        <Metrics />
      </OpenFigureInUrl>
      <QuickActions />
      <div className={classes['wideAndNarrow']}>
        <PerformanceChart />
        <AllocationChart />
      </div>
      <ActiveProjects upcoming={upcoming} />
      <RecentActivity />
      <MarketWidget symbols={symbols} />
    </Page>
  )
}
