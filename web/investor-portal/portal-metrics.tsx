import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { statusClass } from '#schema/enumerations.ts'
import type { ValueRule as Rule } from '#schema/holdings.ts'
import { choiceLabel } from '#web/records/entity-texts.ts'
import { FigurePart } from '#web/records/figure-part.tsx'
import { Figure, type FigureRows } from '#web/records/figure.tsx'
import { Incomplete } from '#web/records/incomplete.tsx'
import { MetricCard, MetricCards } from '#web/ui/page/metric-card.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { count } from '#web/ui/format/number-format.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import {
  countedRows,
  type FigureSources,
  investedRows,
  type InvestedPart,
  partRows,
  receivedRows,
  returnRows,
  ruleRows,
  valueRows,
} from './figure-rows.tsx'

interface PortalMetricsProps extends FigureSources {
  readonly ready: boolean
}

/** The figures change with these tables; their rows are taken from the figures themselves. */
const sources = ['investments'] as const
/** The rules by which a holding can have a value left. */
const ownRules = ['VALUATION', 'COST', 'ILLUSTRATIVE'] as const

export function PortalMetrics({ ready, ...of }: PortalMetricsProps) {
  const { t } = useTranslation('portal')
  const { holdings, figures, exchange, nameOf } = of
  const { currency, rate, isIllustrative, leftOut } = figures
  const short = (amount: string) => <Money as="short" amount={amount} currency={currency} />
  const parts = [
    { part: 'COMMITTED', name: t('committed'), formula: t('committedHint'), amount: figures.committed },
    { part: 'ACTIVE', name: t('active'), formula: t('activeHint'), amount: figures.active },
    { part: 'EXITED', name: t('exited'), formula: t('exitedHint'), amount: figures.exited },
  ] as const
  return (
    <MetricCards>
      <Card
        id="invested"
        ready={ready}
        name={t('totalInvestment')}
        formula={t('totalInvestmentHint')}
        value={short(figures.invested)}
        rows={useCallback(
          () => investedRows({ holdings, figures, exchange, nameOf }, wordsIn(t)),
          [holdings, figures, exchange, nameOf, t],
        )}
        about={
          <>
            <dl>
              {parts.map((part) => (
                <Part
                  key={part.part}
                  holdings={holdings}
                  figures={figures}
                  exchange={exchange}
                  nameOf={nameOf}
                  {...part}
                />
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
        formula={isIllustrative ? t('illustrativeHint') : t('portfolioValueHint')}
        value={short(figures.value)}
        rows={useCallback(
          () => valueRows({ holdings, figures, exchange, nameOf }),
          [holdings, figures, exchange, nameOf],
        )}
        about={
          <dl>
            {ownRules.map(
              (rule) =>
                figures.byRule.has(rule) && (
                  <RulePart
                    key={rule}
                    rule={rule}
                    holdings={holdings}
                    figures={figures}
                    exchange={exchange}
                    nameOf={nameOf}
                  />
                ),
            )}
          </dl>
        }
      />
      <Card
        id="return"
        ready={ready}
        name={t('totalReturn')}
        formula={t('totalReturnHint')}
        value={short(figures.gain)}
        rows={useCallback(
          () => returnRows({ holdings, figures, exchange, nameOf }, wordsIn(t)),
          [holdings, figures, exchange, nameOf, t],
        )}
        about={
          rate !== null && (
            <>
              <bdi>{percent(rate)}</bdi>
              <dl>
                <ReceivedPart holdings={holdings} figures={figures} exchange={exchange} nameOf={nameOf} />
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
        rows={useCallback(
          () => countedRows({ holdings, figures, exchange, nameOf }, 'ACTIVE'),
          [holdings, figures, exchange, nameOf],
        )}
        about={
          <dl>
            <CountedPart part="COMMITTED" holdings={holdings} figures={figures} exchange={exchange} nameOf={nameOf} />
            <CountedPart part="EXITED" holdings={holdings} figures={figures} exchange={exchange} nameOf={nameOf} />
          </dl>
        }
      />
    </MetricCards>
  )
}

interface PartProps extends FigureSources {
  readonly part: InvestedPart
  readonly name: string
  readonly formula: string
  readonly amount: string
}

/** One part of what is invested, which opens its holdings. */
function Part({ part, name, formula, amount, holdings, figures, exchange, nameOf }: PartProps) {
  return (
    <FigurePart
      id={part.toLowerCase()}
      name={name}
      formula={formula}
      value={<Money as="short" amount={amount} currency={figures.currency} />}
      of={sources}
      rows={useCallback(
        () => partRows({ holdings, figures, exchange, nameOf }, part, amount),
        [holdings, figures, exchange, nameOf, part, amount],
      )}
    />
  )
}

/** What of the value is by one rule. */
function RulePart({ rule, holdings, figures, exchange, nameOf }: FigureSources & { readonly rule: Rule }) {
  const { t } = useTranslation('portal')
  return (
    <FigurePart
      id={`value-${rule.toLowerCase()}`}
      whole={t('portfolioValue')}
      name={t(`rules.${rule}`)}
      formula={rule === 'ILLUSTRATIVE' ? t('illustrativeHint') : t('byRuleHint')}
      value={<Money as="short" amount={figures.byRule.get(rule)} currency={figures.currency} />}
      of={sources}
      rows={useCallback(
        () => ruleRows({ holdings, figures, exchange, nameOf }, rule),
        [holdings, figures, exchange, nameOf, rule],
      )}
    />
  )
}

function ReceivedPart({ holdings, figures, exchange, nameOf }: FigureSources) {
  const { t } = useTranslation('portal')
  return (
    <FigurePart
      id="received"
      name={t('received')}
      formula={t('receivedHint')}
      value={<Money as="short" amount={figures.received} currency={figures.currency} />}
      of={sources}
      rows={useCallback(
        () => receivedRows({ holdings, figures, exchange, nameOf }),
        [holdings, figures, exchange, nameOf],
      )}
    />
  )
}

/** How many holdings have another status than the active ones. */
function CountedPart({ part, holdings, figures, exchange, nameOf }: FigureSources & { readonly part: InvestedPart }) {
  const { t } = useTranslation('portal')
  const name = choiceLabel('investments', 'status', part)
  return (
    <FigurePart
      id={`count-${part.toLowerCase()}`}
      whole={t('holdings')}
      name={name}
      formula={t('ofStatusHint', { status: name })}
      value={count(holdings.filter(({ status }) => statusClass(status) === part).length)}
      of={sources}
      rows={useCallback(
        () => countedRows({ holdings, figures, exchange, nameOf }, part),
        [holdings, figures, exchange, nameOf, part],
      )}
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

/** A card whose figure opens its formula and the holdings behind it. */
function Card({ id, name, formula, value, rows, ...card }: CardProps) {
  const day = useToday()
  return (
    <MetricCard
      {...card}
      name={name}
      formula={formula}
      value={<Figure id={id} name={name} formula={formula} day={day} value={value} of={sources} rows={rows} />}
    />
  )
}

const wordsIn = (t: ReturnType<typeof useTranslation<'portal'>>['t']) => ({
  committed: t('committed'),
  active: t('active'),
  exited: t('exited'),
  value: t('value'),
  received: t('received'),
  invested: t('totalInvestment'),
})
