import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ValuedHolding } from '#schema/holdings.ts'
import { multiply, quotient } from '#schema/money.ts'
import type { Row } from '#schema/registry.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { CalendarDay } from '#web/ui/format/calendar-day.tsx'
import { fieldLabel } from '#web/records/entity-texts.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { percent } from '#web/ui/format/percent-format.ts'
import { StatusBadge } from '#web/records/status-badge.tsx'

interface HoldingsProps {
  readonly holdings: readonly Row<'investments'>[]
  readonly values: ReadonlyMap<string, ValuedHolding>
}

export function Holdings({ holdings, values }: HoldingsProps) {
  const { t } = useTranslation('portal')
  return (
    <Stack gap="sm" component="section" aria-label={t('holdings')}>
      <Title order={2}>{t('holdings')}</Title>
      <PlainTable
        label={t('holdings')}
        columns={[
          { header: fieldLabel('investments', 'projectId') },
          { header: fieldLabel('investments', 'amount'), align: 'figure' },
          { header: t('value'), align: 'figure' },
          { header: t('return'), align: 'figure' },
          { header: t('rule') },
          { header: fieldLabel('investments', 'status') },
          { header: fieldLabel('investments', 'investmentDate'), hideNarrow: true },
          { header: fieldLabel('investments', 'redemptionDate'), hideNarrow: true },
        ]}
        rows={holdings.map((each) => ({
          id: each.id,
          cells: [
            <strong key="project">
              <RecordName entity="projects" id={each.projectId} otherwise={each.projectName} />
            </strong>,
            <Money key="amount" as="whole" amount={each.amount} currency={each.currency} />,
            <Money key="value" as="whole" amount={values.get(each.id)?.value} currency={each.currency} />,
            <Gain key="gain" gain={values.get(each.id)?.gain} holding={each} />,
            <Rule key="rule" rule={values.get(each.id)?.rule} />,
            <StatusBadge key="status" entity="investments" status={each.status} />,
            <CalendarDay key="invested" date={each.investmentDate} />,
            each.redemptionDate ? <CalendarDay key="redeemed" date={each.redemptionDate} /> : '—',
          ],
        }))}
      />
    </Stack>
  )
}

interface GainProps {
  readonly gain: string | undefined
  readonly holding: Row<'investments'>
}

const Gain = ({ gain, holding: { amount, currency } }: GainProps) => (
  <>
    <Money as="whole" amount={gain} currency={currency} />
    {gain !== undefined && (
      <Text size="sm" c="dimmed">
        <bdi>{percent(quotient(multiply(gain, '100'), amount))}</bdi>
      </Text>
    )}
  </>
)

function Rule({ rule }: { readonly rule: ValuedHolding['rule'] | undefined }) {
  const { t } = useTranslation('portal')
  return rule ? <Badge tone={rule === 'ILLUSTRATIVE' ? 'warn' : 'neutral'}>{t(`rules.${rule}`)}</Badge> : null
}
