// Converted at today's rates, so that the curve shows holdings, not currencies.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { counting } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { type HoldingHistory, type HoldingOnDay, holdingOnDays, isCounted } from '#schema/portfolio/holding-value.ts'
import { add, sum } from '#schema/money/money.ts'
import { monthEnds } from '#schema/portfolio/performance.ts'
import { LineChart } from '#web/ui/chart/charts.tsx'
import { approximately, exactMoney, moneyToBillions } from '#web/ui/format/numbers/money-format.ts'
import { monthName } from '#web/ui/format/dates/month-name.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Section } from '#web/ui/page/section.tsx'

const months = 12

interface ValueChartProps {
  readonly histories: ReadonlyMap<string, HoldingHistory>
  readonly exchange: Exchange
}

export function ValueChart({ histories, exchange }: ValueChartProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const { points, isConverted } = useMemo(() => {
    const { count, leftOut } = counting(exchange)
    const days = monthEnds(today, months)
    const all = [...histories.values()].map((history) => ({
      currency: history.holding.currency,
      figures: holdingOnDays(history, days),
    }))
    const total = (amountOf: (figures: HoldingOnDay) => string | null, at: number) =>
      sum(
        all.map(({ currency, figures }) => {
          const amount = isCounted(figures[at]!) ? amountOf(figures[at]!) : null
          return amount === null ? '0' : (count(amount, currency, () => '') ?? '0')
        }),
      )
    const points = days.map((day, at) => ({
      day,
      paidIn: total(({ paidIn }) => paidIn, at),
      received: total(({ received }) => received, at),
      value: total(({ value }) => value, at),
    }))
    return { points, isConverted: leftOut().isConverted }
  }, [histories, exchange, today])
  return (
    <Section title={t('overTime')}>
      <LineChart
        label={t('paidInAndValue')}
        pointHeading={t('month')}
        points={points.map(({ day }) => monthName(day))}
        format={(value) => approximately(exactMoney, isConverted)(value, exchange.currency)}
        brief={(value) => moneyToBillions(value, exchange.currency)}
        series={[
          { id: 'paidIn', name: t('paidIn'), values: points.map(({ paidIn }) => paidIn) },
          { id: 'value', name: t('value'), values: points.map(({ value }) => value) },
          { id: 'all', name: t('valueAndReceived'), values: points.map(({ value, received }) => add(value, received)) },
        ]}
      />
    </Section>
  )
}
