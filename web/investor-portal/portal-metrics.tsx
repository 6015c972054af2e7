import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure, type FigureRows } from '#web/records/figure.tsx'
import { Incomplete } from '#web/records/incomplete.tsx'
import { MetricCard, MetricCards } from '#web/ui/page/metric-card.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { count } from '#web/ui/format/number-format.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import {
  activeRows,
  type FigureSources,
  investedRows,
  type InvestedPart,
  partRows,
  returnRows,
  valueRows,
} from './figure-rows.tsx'

interface PortalMetricsProps extends FigureSources {
  readonly ready: boolean
}

/** The figures change with these tables; their rows are taken from the figures themselves. */
const sources = ['investments'] as const

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
        ready={ready}
        name={t('portfolioValue')}
        formula={isIllustrative ? t('illustrativeHint') : t('portfolioValueHint')}
        value={short(figures.value)}
        rows={useCallback(
          () => valueRows({ holdings, figures, exchange, nameOf }),
          [holdings, figures, exchange, nameOf],
        )}
        {...(isIllustrative ? { about: t('illustrative') } : {})}
      />
      <Card
        ready={ready}
        name={t('totalReturn')}
        formula={t('totalReturnHint')}
        value={short(figures.gain)}
        rows={useCallback(
          () => returnRows({ holdings, figures, exchange, nameOf }, wordsIn(t)),
          [holdings, figures, exchange, nameOf, t],
        )}
        about={rate === null ? undefined : <bdi>{percent(rate)}</bdi>}
      />
      <Card
        ready={ready}
        name={t('activeInvestments')}
        formula={t('activeInvestmentsHint')}
        value={count(figures.activeCount)}
        rows={useCallback(
          () => activeRows({ holdings, figures, exchange, nameOf }),
          [holdings, figures, exchange, nameOf],
        )}
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
  const day = useToday()
  const rows = useCallback(
    () => partRows({ holdings, figures, exchange, nameOf }, part, amount),
    [holdings, figures, exchange, nameOf, part, amount],
  )
  const value = <Money as="short" amount={amount} currency={figures.currency} />
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Figure name={name} formula={formula} day={day} value={value} of={sources} rows={rows} />
      </dd>
    </div>
  )
}

interface CardProps {
  readonly ready: boolean
  readonly name: string
  readonly formula: string
  readonly value: ReactNode
  readonly rows: () => Generator<undefined, FigureRows>
  readonly about?: ReactNode
}

/** A card whose figure opens its formula and the holdings behind it. */
function Card({ name, formula, value, rows, ...card }: CardProps) {
  const day = useToday()
  return (
    <MetricCard
      {...card}
      name={name}
      formula={formula}
      value={<Figure name={name} formula={formula} day={day} value={value} of={sources} rows={rows} />}
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
