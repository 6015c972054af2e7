// Includes inverse and derived rates.
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { currencies } from '#schema/kernel/enumerations.ts'
import { converterFor } from '#schema/money/exchange.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import classes from './current-rates.module.css'
import { RateText } from './rate-text.tsx'

const pairs = currencies.flatMap((from, at) => currencies.slice(at + 1).map((to) => [from, to] as const))

export function CurrentRates() {
  const { t } = useTranslation('exchangeRates')
  const rates = useTable('exchangeRates')
  const today = useToday()
  const convert = converterFor(rates.scan(), today)
  const isQuoted = (from: string, to: string): boolean =>
    [...rates.all()].some(
      (each) => each.date <= today && [from, to].includes(each.fromCurrency) && [from, to].includes(each.toCurrency),
    )
  return (
    <ul className={classes['rates']} aria-label={t('today')}>
      {pairs.map(([from, to]) => {
        const rate = convert('1', from, to)
        const inverse = convert('1', to, from)
        return (
          <li key={`${from} ${to}`} className={classes['rate']}>
            {rate && inverse ? (
              <>
                <Text fw={600}>
                  <RateText from={from} to={to} rate={rate.amount} />
                </Text>
                <Text c="dimmed" size="sm">
                  <RateText from={to} to={from} rate={inverse.amount} />
                </Text>
                <Group gap="xs">
                  {rate.isStale && <Badge tone="warn">{t('stale')}</Badge>}
                  {!isQuoted(from, to) && <Badge>{t('cross')}</Badge>}
                </Group>
              </>
            ) : (
              <>
                <Text fw={600}>
                  <bdi dir="ltr">{`${from} / ${to}`}</bdi>
                </Text>
                <Text c="dimmed" size="sm">
                  {t('missing')}
                </Text>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
