import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type HoldingOnDay, isCounted } from '#schema/portfolio/holding-value.ts'
import { isZero } from '#schema/money/money.ts'
import { unpaidAmount } from '#schema/portfolio/investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import { ValueRules } from '#web/records/holdings/holding-value.tsx'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './holdings.module.css'

interface RuleProps {
  readonly valued: HoldingOnDay | undefined
}

export const RuleInShort = ({ valued }: RuleProps) => (
  <>
    <ValueRules valued={valued} />
    {valued?.rule === 'VALUATION' && valued.valuedOn !== null && (
      <Text size="sm" c="dimmed">
        <CalendarDay date={valued.valuedOn} />
      </Text>
    )}
  </>
)

export function ValueRuleText({ valued }: RuleProps) {
  const { t } = useTranslation('portal')
  const { date } = useDates()
  const growth = useGrowth()
  if (!valued) return null
  const { rule, valuedOn } = valued
  const text =
    rule === 'VALUATION' && valuedOn !== null
      ? t('valuedOn', { day: date(valuedOn) })
      : t(`ruleInWords.${rule}`, { growth })
  return <Text c="dimmed">{text}</Text>
}

interface UnfundedProps extends RuleProps {
  readonly holding: Row<'investments'>
}

export function Unfunded({ holding, valued }: UnfundedProps) {
  const { t } = useTranslation(['portal', 'common'])
  if (!valued || !isCounted(valued)) return null
  const open = unpaidAmount(holding, valued.paidIn)
  if (isZero(open)) return null
  return (
    <Text size="sm" c="dimmed" className={classes['unfunded']}>
      <Sentence
        format={(value) => t('common:labelled', { label: t('stillToPay'), value })}
        parts={[<Money key="open" as="exact" amount={open} currency={holding.currency} />]}
      />
    </Text>
  )
}
