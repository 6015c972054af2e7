import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exchange } from '#schema/money/exchange.ts'
import type { HoldingHistory } from '#schema/portfolio/holding-value.ts'
import { add } from '#schema/money/money.ts'
import { monthEnds } from '#schema/portfolio/performance.ts'
import { valuesOn } from '#schema/portfolio/value-change.ts'
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
  const { points, isConverted } = useMemo(
    () => valuesOn(monthEnds(today, months), [...histories.values()], exchange),
    [histories, exchange, today],
  )
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
