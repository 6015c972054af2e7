import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isZero } from '#schema/money/money.ts'
import { FigureCard } from '#web/records/figures/figure-card.tsx'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { MetricCards } from '#web/ui/page/metric-card.tsx'
import { countedRows, type FigureSources, investedRows, returnRows, valueRows } from './figure-rows.tsx'
import {
  CountedPart,
  InvestedAmount,
  ReturnPart,
  RulePart,
  ShortAmount,
  tables,
  UnfundedPart,
  valueRules,
} from './metric-parts.tsx'

interface PortalMetricsProps {
  readonly sources: FigureSources
  readonly ready: boolean
}

export function PortalMetrics({ ready, sources }: PortalMetricsProps) {
  const { t } = useTranslation('portal')
  const { figures } = sources
  const { rate, isIllustrative, leftOut } = figures
  const growth = useGrowth()
  const parts = [
    { part: 'COMMITTED', name: t('committed'), formula: t('committedHint'), amount: figures.committed },
    { part: 'ACTIVE', name: t('active'), formula: t('activeHint'), amount: figures.active },
    { part: 'EXITED', name: t('exited'), formula: t('exitedHint'), amount: figures.exited },
  ] as const
  return (
    <>
      <MetricCards>
        <FigureCard
          entities={tables}
          id="invested"
          ready={ready}
          name={t('totalInvestment')}
          formula={t('totalInvestmentHint')}
          value={<ShortAmount amount={figures.invested} figures={figures} />}
          rows={useCallback(() => investedRows(sources, wordsIn(t)), [sources, t])}
          about={
            <>
              <dl>
                {parts.map((part) => (
                  <InvestedAmount key={part.part} sources={sources} {...part} />
                ))}
              </dl>
              <Incomplete {...leftOut} />
            </>
          }
        />
        <FigureCard
          entities={tables}
          id="value"
          ready={ready}
          name={t('portfolioValue')}
          formula={isIllustrative ? t('illustrativeHint', { growth }) : t('portfolioValueHint')}
          value={<ShortAmount amount={figures.value} figures={figures} />}
          rows={useCallback(() => valueRows(sources), [sources])}
          about={
            <>
              <dl>
                {valueRules.map(
                  (rule) => figures.byRule.has(rule) && <RulePart key={rule} rule={rule} sources={sources} />,
                )}
              </dl>
              {!isZero(figures.unfunded) && (
                <dl>
                  <UnfundedPart sources={sources} />
                </dl>
              )}
            </>
          }
        />
        <FigureCard
          entities={tables}
          id="return"
          ready={ready}
          name={t('totalReturn')}
          formula={t('totalReturnHint')}
          value={<ShortAmount amount={figures.gain} figures={figures} />}
          rows={useCallback(() => returnRows(sources, wordsIn(t)), [sources, t])}
          about={
            rate !== null && (
              <>
                <p>{t('ofPaidIn', { rate: percent(rate) })}</p>
                <dl>
                  <ReturnPart part="value" sources={sources} />
                  <ReturnPart part="received" sources={sources} />
                  <ReturnPart part="paidIn" sources={sources} />
                </dl>
              </>
            )
          }
        />
        <FigureCard
          entities={tables}
          id="count"
          ready={ready}
          name={t('activeInvestments')}
          formula={t('activeInvestmentsHint')}
          value={count(figures.activeCount)}
          rows={useCallback(() => countedRows(sources, 'ACTIVE'), [sources])}
          about={
            <dl>
              <CountedPart part="COMMITTED" sources={sources} />
              <CountedPart part="EXITED" sources={sources} />
              <CountedPart sources={sources} />
            </dl>
          }
        />
      </MetricCards>
      {ready && <NotInSums figures={figures} />}
    </>
  )
}

/** Names the holdings that no sum includes. */
function NotInSums({ figures: { withoutPayment, recalculating } }: Pick<FigureSources, 'figures'>) {
  const { t } = useTranslation('portal')
  return (
    <>
      {withoutPayment.length > 0 && (
        <Text size="sm" role="note">
          {t('exitUnknown', { names: listed(withoutPayment) })}
        </Text>
      )}
      {recalculating.length > 0 && (
        <Text size="sm" role="note">
          {t('recalculating', { names: listed(recalculating) })}
        </Text>
      )}
    </>
  )
}

const wordsIn = (t: ReturnType<typeof useTranslation<'portal'>>['t']) => ({
  committed: t('committed'),
  active: t('active'),
  exited: t('exited'),
  value: t('value'),
  received: t('received'),
  paidIn: t('paidIn'),
})
