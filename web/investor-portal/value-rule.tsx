// By which rule a holding has its value, and of which day the value is.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ValuedHolding } from '#schema/holdings.ts'
import type { HoldingHistory } from '#schema/value-on.ts'
import { ValueRule } from '#web/records/holdings/holding-value.tsx'
import { CalendarDay } from '#web/ui/format/calendar-day.tsx'
import { useDates } from '#web/ui/format/use-dates.ts'

/** The day of the latest valuation; null when none is known here. */
const valuedOn = (history: HoldingHistory | undefined): string | null =>
  history?.valuations.reduce<string | null>(
    (latest, { valuationDate }) => (latest !== null && latest > valuationDate ? latest : valuationDate),
    null,
  ) ?? null

interface RuleProps {
  readonly rule: ValuedHolding['rule'] | undefined
  readonly history: HoldingHistory | undefined
}

export function RuleInShort({ rule, history }: RuleProps) {
  const day = rule === 'VALUATION' ? valuedOn(history) : null
  return (
    <>
      <ValueRule rule={rule} />
      {day !== null && (
        <Text size="sm" c="dimmed">
          <CalendarDay date={day} />
        </Text>
      )}
    </>
  )
}

export function RuleInWords({ rule, history }: RuleProps) {
  const { t } = useTranslation('portal')
  const { date } = useDates()
  if (!rule) return null
  const day = rule === 'VALUATION' ? valuedOn(history) : null
  return <Text c="dimmed">{day === null ? t(`ruleInWords.${rule}`) : t('valuedOn', { day: date(day) })}</Text>
}
