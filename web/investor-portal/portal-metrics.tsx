import { useTranslation } from 'react-i18next'
import { MetricCard, MetricCards } from '#web/ui/metric-card.tsx'
import { Money } from '#web/ui/money.tsx'
import { count } from '#web/ui/number-format.ts'
import { percent } from '#web/ui/percent-format.ts'
import { type Holding, portalFigures } from './portal-figures.ts'

interface PortalMetricsProps {
  readonly holdings: readonly Holding[]
  readonly ready: boolean
}

export function PortalMetrics({ holdings, ready }: PortalMetricsProps) {
  const { t } = useTranslation('portal')
  const { invested, value, gain, rate, activeCount, isIllustrative } = portalFigures(holdings)
  const illustrative = isIllustrative ? { about: t('illustrative'), formula: t('illustrativeHint') } : {}
  return (
    <MetricCards>
      <MetricCard ready={ready} name={t('totalInvestment')} value={<Money as="short" amount={invested} />} />
      <MetricCard
        ready={ready}
        name={t('portfolioValue')}
        value={<Money as="short" amount={value} />}
        {...illustrative}
      />
      <MetricCard
        ready={ready}
        name={t('totalReturn')}
        value={<Money as="short" amount={gain} />}
        about={rate === null ? undefined : <bdi>{percent(rate)}</bdi>}
      />
      <MetricCard ready={ready} name={t('activeInvestments')} value={count(activeCount)} />
    </MetricCards>
  )
}
