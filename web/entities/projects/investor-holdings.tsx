import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { Gain, ValueRules } from '#web/records/holdings/holding-value.tsx'
import { usePortalFigures } from '#web/records/holdings/use-portal.ts'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'

export function MyHoldings({ holdings }: { readonly holdings: readonly Row<'investments'>[] }) {
  const { t } = useTranslation(['projects', 'investments', 'common'])
  const { values } = usePortalFigures(holdings)
  return (
    <Stack gap="sm" component="section" aria-label={t('ownHoldings')}>
      <Title order={2}>{t('ownHoldings')}</Title>
      {holdings.length === 0 ? (
        <Text c="dimmed">{t('ownNothing')}</Text>
      ) : (
        <PlainTable
          stacked
          label={t('ownHoldings')}
          columns={[
            { header: fieldLabel('investments', 'investmentDate') },
            { header: fieldLabel('investments', 'amount'), align: 'figure' },
            { header: t('investments:value'), align: 'figure' },
            { header: t('investments:gain'), align: 'figure' },
            { header: fieldLabel('investments', 'status') },
            { header: fieldLabel('investments', 'redemptionDate') },
          ]}
          rows={holdings.map((each) => ({
            id: each.id,
            cells: [
              <CalendarDay key="day" date={each.investmentDate} />,
              <Money key="amount" as="whole" amount={each.amount} currency={each.currency} />,
              <span key="value">
                <Money as="whole" amount={values.get(each.id)?.value} currency={each.currency} />{' '}
                <ValueRules valued={values.get(each.id)} />
              </span>,
              <Gain key="gain" valued={values.get(each.id)} holding={each} />,
              <StatusBadge key="status" entity="investments" status={each.status} />,
              each.redemptionDate ? <CalendarDay key="redeemed" date={each.redemptionDate} /> : t('common:none'),
            ],
          }))}
        />
      )}
    </Stack>
  )
}
