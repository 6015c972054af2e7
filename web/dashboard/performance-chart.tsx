import { Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthEnds, type Performance, performanceOf } from '#schema/portfolio/performance.ts'
import { growthOf } from '#schema/sync/protocol.ts'
import { historiesOfStore } from '#web/records/holdings/histories-of-store.ts'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { useConvertersByDay, useExchange } from '#web/records/figures/use-exchange.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useSharedComputation } from '#web/records/data/use-shared-computation.ts'
import { BarChart, ChartSkeleton, LineChart } from '#web/ui/chart/charts.tsx'
import { hasData } from '#web/ui/chart/series.ts'
import { approximately, exactMoney, moneyToBillions } from '#web/ui/format/numbers/money-format.ts'
import { monthName } from '#web/ui/format/dates/month-name.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { Toggles } from '#web/ui/page/toggles.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

const sources = ['investments', 'cashFlows', 'valuations', 'holdingValues', 'projects'] as const
const ranges = ['12', '6', '3'] as const
type Range = (typeof ranges)[number]

export function PerformanceChart() {
  const { t } = useTranslation('dashboard')
  const { hasAllRows } = useSyncStatus()
  const store = useStore()
  const exchange = useExchange()
  const on = useConvertersByDay()
  const readsNavs = useMayAll('valuations', 'read')
  const today = useToday()
  const [range, setRange] = useState<Range>('12')
  const days = useMemo(() => monthEnds(today, Number(range)), [today, range])
  const compute = useCallback(() => {
    const projects = store.table('projects')
    return performanceOf(days, {
      histories: historiesOfStore(store, readsNavs, on),
      flows: store.table('cashFlows').scan(),
      exchange,
      nameOf: ({ projectId }) => projects.get(projectId)?.name ?? t('unnamedProject'),
    })
  }, [days, store, exchange, on, readsNavs, t])
  const performance = useSharedComputation(sources, compute)
  const labels = { 12: t('last12Months'), 6: t('last6Months'), 3: t('last3Months') }
  return (
    <Section
      title={t('performance')}
      actions={
        <Toggles
          label={t('range')}
          options={ranges.map((id) => ({ id, label: labels[id] }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      {performance && hasAllRows ? <Charts performance={performance} /> : <ChartSkeleton />}
    </Section>
  )
}

function Charts({ performance }: { readonly performance: Performance }) {
  const { t } = useTranslation('dashboard')
  const { currency, points, isIllustrative, leftOut } = performance
  const assumed = growthOf(useStore().identity)
  const growth = useGrowth()
  const shared = {
    pointHeading: t('month'),
    points: points.map(({ day }) => monthName(day)),
    format: (value: string) => approximately(exactMoney, leftOut.isConverted)(value, currency),
    brief: (value: string) => moneyToBillions(value, currency),
  }
  const worth = [
    { id: 'invested', name: t('invested'), values: points.map(({ invested }) => invested) },
    { id: 'value', name: t('value'), values: points.map(({ value }) => value) },
  ]
  const paidOut = [
    { id: 'distributions', name: t('distributions'), values: points.map(({ distributions }) => distributions) },
  ]
  const lines = <LineChart {...shared} label={t('investedAndValue')} series={worth} />
  // An empty chart needs only one message.
  if (!hasData([...worth, ...paidOut]) && leftOut.names.length === 0) return lines
  return (
    <>
      {lines}
      <BarChart {...shared} label={t('distributionsPerMonth')} series={paidOut} />
      <Text size="sm" c="dimmed">
        {assumed === null ? t('performanceHintAtCost') : t('performanceHint', { growth })}{' '}
        {isIllustrative && <Badge tone="warn">{t('illustrative')}</Badge>}
      </Text>
      <Incomplete {...leftOut} />
    </>
  )
}
