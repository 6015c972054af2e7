// What an investor had paid in and what that was worth, month by month. Other currencies are converted by today's rates,
// so that the curve shows the holdings and not the currencies.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exchange } from '#schema/exchange.ts'
import { add, sum } from '#schema/money.ts'
import { paidInOf, paidOutOf } from '#schema/own-flows.ts'
import { monthEnds } from '#schema/performance.ts'
import { type HoldingHistory, valueOn } from '#schema/value-on.ts'
import { LineChart } from '#web/ui/chart/charts.tsx'
import { exactMoney, moneyToBillions } from '#web/ui/format/money-format.ts'
import { monthName } from '#web/ui/format/month-name.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import { Section } from '#web/ui/page/section.tsx'

const months = 12

interface ValueChartProps {
  readonly histories: ReadonlyMap<string, HoldingHistory>
  readonly exchange: Exchange
}

export function ValueChart({ histories, exchange }: ValueChartProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const points = useMemo(() => {
    const inTotal = (amounts: readonly (readonly [string, string])[]) =>
      sum(amounts.map(([amount, from]) => exchange.convert(amount, from, exchange.currency)?.amount ?? '0'))
    const all = [...histories.values()]
    const moved = (of: typeof paidInOf, day: string) =>
      inTotal(all.map(({ holding, flows }) => [of(flows.filter(({ date }) => date <= day)), holding.currency]))
    return monthEnds(today, months).map((day) => ({
      day,
      paidIn: moved(paidInOf, day),
      received: moved(paidOutOf, day),
      value: inTotal(all.map((history) => [valueOn(history, day).value, history.holding.currency])),
    }))
  }, [histories, exchange, today])
  return (
    <Section title={t('overTime')}>
      <LineChart
        label={t('paidInAndValue')}
        pointsAre={t('month')}
        points={points.map(({ day }) => monthName(day))}
        say={(value) => exactMoney(value, exchange.currency)}
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
