import { useTranslation } from 'react-i18next'
import { Incomplete } from '#web/records/incomplete.tsx'
import { MetricCard, MetricCards } from '#web/ui/page/metric-card.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { count } from '#web/ui/format/number-format.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import type { PortalFigures } from './portal-figures.ts'

interface PortalMetricsProps {
  readonly figures: PortalFigures
  readonly ready: boolean
}

export function PortalMetrics({ figures, ready }: PortalMetricsProps) {
  const { t } = useTranslation('portal')
  const { currency, rate, isIllustrative, leftOut } = figures
  const short = (amount: string) => <Money as="short" amount={amount} currency={currency} />
  const parts = [
    { name: t('committed'), amount: figures.committed },
    { name: t('active'), amount: figures.active },
    { name: t('exited'), amount: figures.exited },
  ]
  return (
    <MetricCards>
      <MetricCard
        ready={ready}
        name={t('totalInvestment')}
        formula={t('totalInvestmentHint')}
        value={short(figures.invested)}
        about={
          <>
            <dl>
              {parts.map(({ name, amount }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{short(amount)}</dd>
                </div>
              ))}
            </dl>
            <Incomplete {...leftOut} />
          </>
        }
      />
      <MetricCard
        ready={ready}
        name={t('portfolioValue')}
        formula={isIllustrative ? t('illustrativeHint') : t('portfolioValueHint')}
        value={short(figures.value)}
        {...(isIllustrative ? { about: t('illustrative') } : {})}
      />
      <MetricCard
        ready={ready}
        name={t('totalReturn')}
        formula={t('totalReturnHint')}
        value={short(figures.gain)}
        about={rate === null ? undefined : <bdi>{percent(rate)}</bdi>}
      />
      <MetricCard ready={ready} name={t('activeInvestments')} value={count(figures.activeCount)} />
    </MetricCards>
  )
}
