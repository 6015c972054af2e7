import { Text } from '@mantine/core'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { isZero, subtract } from '#schema/money/money.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { FigurePart } from '#web/records/figures/figure-part.tsx'
import type { FigureRows } from '#web/records/figures/figure-panel.tsx'
import { Figure } from '#web/records/figures/figure.tsx'
import { Figures } from '#web/records/figures/figures.tsx'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { MetricCard, MetricCards } from '#web/ui/page/metric-card.tsx'
import { listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import {
  countedRows,
  type FigureSources,
  investedRows,
  type InvestedPart,
  partRows,
  returningRows,
  type ReturningPart,
  returnRows,
  ruleRows,
  unfundedRows,
  valueRows,
} from './figure-rows.tsx'

interface PortalMetricsProps extends FigureSources {
  readonly ready: boolean
}

/** The figures depend on these tables. */
const tables = ['investments'] as const
/** The valuation rules of holdings with a remaining value. */
const valueRules = ['VALUATION', 'COST', 'ILLUSTRATIVE', 'OUTSTANDING'] as const

export function PortalMetrics({ ready, holdings, figures, exchange, nameOf }: PortalMetricsProps) {
  const { t } = useTranslation('portal')
  const sources = useMemo(() => ({ holdings, figures, exchange, nameOf }), [holdings, figures, exchange, nameOf])
  const { currency, rate, isIllustrative, leftOut } = figures
  const growth = useGrowth()
  const short = (amount: string) => (
    <Money as="short" amount={amount} currency={currency} isAbout={leftOut.isConverted} />
  )
  const parts = [
    { part: 'COMMITTED', name: t('committed'), formula: t('committedHint'), amount: figures.committed },
    { part: 'ACTIVE', name: t('active'), formula: t('activeHint'), amount: figures.active },
    { part: 'EXITED', name: t('exited'), formula: t('exitedHint'), amount: figures.exited },
  ] as const
  return (
    <Figures ready={ready}>
      <MetricCards>
        <Card
          id="invested"
          ready={ready}
          name={t('totalInvestment')}
          formula={t('totalInvestmentHint')}
          value={short(figures.invested)}
          rows={useCallback(() => investedRows(sources, wordsIn(t)), [sources, t])}
          about={
            <>
              <dl>
                {parts.map((part) => (
                  <Part key={part.part} sources={sources} {...part} />
                ))}
              </dl>
              <Incomplete {...leftOut} />
            </>
          }
        />
        <Card
          id="value"
          ready={ready}
          name={t('portfolioValue')}
          formula={isIllustrative ? t('illustrativeHint', { growth }) : t('portfolioValueHint')}
          value={short(figures.value)}
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
        <Card
          id="return"
          ready={ready}
          name={t('totalReturn')}
          formula={t('totalReturnHint')}
          value={short(figures.gain)}
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
        <Card
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
    </Figures>
  )
}

/** Names the holdings that no sum includes. */
function NotInSums({ figures: { unknown, recalculating } }: Pick<FigureSources, 'figures'>) {
  const { t } = useTranslation('portal')
  return (
    <>
      {unknown.length > 0 && (
        <Text size="sm" role="note">
          {t('exitUnknown', { names: listed(unknown) })}
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

interface OfSources {
  readonly sources: FigureSources
}

interface PartProps extends OfSources {
  readonly part: InvestedPart
  readonly name: string
  readonly formula: string
  readonly amount: string
}

function Part({ part, name, formula, amount, sources }: PartProps) {
  return (
    <FigurePart
      id={part.toLowerCase()}
      name={name}
      formula={formula}
      value={
        <Money
          as="short"
          amount={amount}
          currency={sources.figures.currency}
          isAbout={sources.figures.leftOut.isConverted}
        />
      }
      of={tables}
      rows={useCallback(() => partRows(sources, part, amount), [sources, part, amount])}
    />
  )
}

function RulePart({ rule, sources }: OfSources & { readonly rule: (typeof valueRules)[number] }) {
  const { t } = useTranslation('portal')
  const growth = useGrowth()
  return (
    <FigurePart
      id={`value-${rule.toLowerCase()}`}
      whole={t('portfolioValue')}
      name={t(`rules.${rule}`)}
      formula={rule === 'ILLUSTRATIVE' ? t('illustrativeHint', { growth }) : t('byRuleHint')}
      value={
        <Money
          as="short"
          amount={sources.figures.byRule.get(rule)}
          currency={sources.figures.currency}
          isAbout={sources.figures.leftOut.isConverted}
        />
      }
      of={tables}
      rows={useCallback(() => ruleRows(sources, rule), [sources, rule])}
    />
  )
}

function UnfundedPart({ sources }: OfSources) {
  const { t } = useTranslation('portal')
  return (
    <FigurePart
      id="unfunded"
      name={t('stillToPay')}
      formula={t('stillToPayHint')}
      value={
        <Money
          as="short"
          amount={sources.figures.unfunded}
          currency={sources.figures.currency}
          isAbout={sources.figures.leftOut.isConverted}
        />
      }
      of={tables}
      rows={useCallback(() => unfundedRows(sources), [sources])}
    />
  )
}

function ReturnPart({ part, sources }: OfSources & { readonly part: ReturningPart }) {
  const { t } = useTranslation('portal')
  const { returning, currency, leftOut } = sources.figures
  const hints = { value: t('returningHint'), received: t('receivedHint'), paidIn: t('paidInHint') }
  const amount = returning[part]
  return (
    <FigurePart
      id={part === 'received' ? part : `return-${part.toLowerCase()}`}
      whole={t('totalReturn')}
      name={t(part)}
      formula={hints[part]}
      value={
        <Money
          as="short"
          amount={part === 'paidIn' ? subtract('0', amount) : amount}
          currency={currency}
          isAbout={leftOut.isConverted}
        />
      }
      of={tables}
      rows={useCallback(() => returningRows(sources, part), [sources, part])}
    />
  )
}

function CountedPart({ part, sources }: OfSources & { readonly part?: InvestedPart }) {
  const { t } = useTranslation('portal')
  const name = part ? choiceLabel('investments', 'status', part) : t('total')
  return (
    <FigurePart
      id={`count-${part?.toLowerCase() ?? 'all'}`}
      whole={t('holdings')}
      name={name}
      formula={part ? t('ofStatusHint', { status: name }) : t('totalInvestmentHint')}
      value={count(sources.holdings.filter(({ status }) => !part || statusClass(status) === part).length)}
      of={tables}
      rows={useCallback(() => countedRows(sources, part), [sources, part])}
    />
  )
}

interface CardProps {
  readonly id: string
  readonly ready: boolean
  readonly name: string
  readonly formula: string
  readonly value: ReactNode
  readonly rows: () => Generator<undefined, FigureRows>
  readonly about?: ReactNode
}

function Card({ id, name, formula, value, rows, ...card }: CardProps) {
  const day = useToday()
  return (
    <MetricCard
      {...card}
      name={name}
      formula={formula}
      value={<Figure id={id} name={name} formula={formula} day={day} value={value} of={tables} rows={rows} />}
    />
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
