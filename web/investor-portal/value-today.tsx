import { Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isZero, multiply } from '#schema/money/money.ts'
import { isCounted } from '#schema/portfolio/holding-value.ts'
import type { HoldingHistories } from '#schema/portfolio/holding-histories.ts'
import {
  daysToDraw,
  type ValueChange,
  type ValuePeriod,
  valueChangeOf,
  valuesOn,
} from '#schema/portfolio/value-change.ts'
import { Figure } from '#web/records/figures/figure.tsx'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { LineChart } from '#web/ui/chart/charts.tsx'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { approximately, axisMoney, exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { signedPercent } from '#web/ui/format/numbers/percent-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { Toggles } from '#web/ui/page/toggles.tsx'
import { changeRows, type FigureSources } from './figure-rows.tsx'
import { tables } from './metric-parts.tsx'
import classes from './value-today.module.css'

interface ValueTodayProps {
  readonly sources: FigureSources
  readonly histories: HoldingHistories
  readonly period: ValuePeriod
  readonly onPeriod: (period: ValuePeriod) => void
}

export function ValueToday({ sources, histories, period, onPeriod }: ValueTodayProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const { figures, exchange } = sources
  const all = useMemo(() => [...histories.byHolding.values()], [histories])
  const change = useMemo(() => valueChangeOf(all, period, today, exchange), [all, period, today, exchange])
  return (
    <Section title={t('valueToday')}>
      <div className={classes['head']}>
        <p className={classes['value']}>
          <Money as="exact" amount={figures.value} currency={figures.currency} isAbout={figures.leftOut.isConverted} />
        </p>
        <Text size="sm" c="dimmed">
          <Sentence format={(day) => t('asOf', { day })} parts={[<CalendarDay key="day" date={today} />]} />
        </Text>
      </div>
      <Incomplete {...figures.leftOut} />
      {change === null ? (
        <Text c="dimmed">{t('noPayments')}</Text>
      ) : (
        <>
          <ChangeOfValue change={change} sources={sources} />
          <div>
            <Toggles
              label={t('period')}
              options={[
                { id: 'month', label: t('valuePeriod.month') },
                { id: 'year', label: t('valuePeriod.year') },
                { id: 'all', label: t('valuePeriod.all') },
              ]}
              value={period}
              onChange={onPeriod}
            />
          </div>
          <PeriodChart change={change} sources={sources} histories={histories} />
        </>
      )}
    </Section>
  )
}

interface ChangeProps {
  readonly change: ValueChange
  readonly sources: FigureSources
}

function ChangeOfValue({ change, sources }: ChangeProps) {
  const { t } = useTranslation('portal')
  const { total, unvalued } = change
  const today = useToday()
  const { figures, nameOf, holdings } = sources
  const isOnlyNowValued = ({ id }: { readonly id: string }) => {
    const valued = figures.values.get(id)
    return valued !== undefined && isCounted(valued)
  }
  const unvaluedIds = new Set(unvalued.filter(isOnlyNowValued).map(({ id }) => id))
  return (
    <>
      <div className={classes['change']} data-direction={isZero(total.change) ? 0 : Math.sign(Number(total.change))}>
        <Figure
          id="change"
          name={t('change')}
          formula={t('changeHint')}
          day={today}
          entities={tables}
          value={
            <>
              <Money
                as="signed"
                amount={total.change}
                currency={total.currency}
                isAbout={figures.leftOut.isConverted}
              />
              {total.rate !== null && (
                <span className={classes['rate']}>
                  <bdi dir="ltr">{signedPercent(multiply(total.rate, '100'))}</bdi>
                </span>
              )}
            </>
          }
          rows={useCallback(
            () =>
              changeRows(sources, change, {
                opening: t('openingValue'),
                paidIn: t('paidIn'),
                paidOut: t('received'),
                closing: t('closingValue'),
              }),
            [sources, change, t],
          )}
        />
        <Text size="sm" c="dimmed">
          <Sentence
            format={(day) => t('since', { day })}
            parts={[<CalendarDay key="day" date={daysToDraw(change, today)[0]!} />]}
          />
        </Text>
      </div>
      {unvaluedIds.size > 0 && (
        <Text size="sm" role="note">
          {t('changeWithout', { names: listed(holdings.filter(({ id }) => unvaluedIds.has(id)).map(nameOf)) })}
        </Text>
      )}
    </>
  )
}

function PeriodChart({ change, sources: { exchange }, histories }: ChangeProps & Pick<ValueTodayProps, 'histories'>) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const { date } = useDates()
  const { points, isConverted } = useMemo(() => {
    const leftOut = new Set(change.unvalued.map(({ id }) => id))
    const counted = [...histories.byHolding].flatMap(([id, history]) => (leftOut.has(id) ? [] : [history]))
    return valuesOn(daysToDraw(change, today), counted, exchange)
  }, [change, histories, exchange, today])
  return (
    <LineChart
      label={t('valueInPeriod')}
      pointHeading={t('day')}
      points={points.map(({ day }) => date(day))}
      format={(value) => approximately(exactMoney, isConverted)(value, exchange.currency)}
      brief={(value, step) => axisMoney(value, exchange.currency, step)}
      series={[{ id: 'value', name: t('value'), values: points.map(({ value }) => value) }]}
      isFitted
    />
  )
}
