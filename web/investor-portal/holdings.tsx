import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { showDate } from '#web/ui/date-format.ts'
import { ProjectName } from '#web/ui/joined-name.tsx'
import { Money } from '#web/ui/money.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

export function Holdings({ holdings }: { readonly holdings: readonly Row<'investments'>[] }) {
  const { t } = useTranslation(['portal', 'fields'])
  return (
    <Stack gap="sm" component="section" aria-label={t('holdings')}>
      <Title order={2}>{t('holdings')}</Title>
      <PlainTable
        label={t('holdings')}
        columns={[
          { header: t('fields:name.projectId') },
          { header: t('fields:name.amount'), align: 'figure' },
          { header: t('fields:name.status') },
          { header: t('fields:name.investmentDate'), hideNarrow: true },
          { header: t('fields:name.redemptionDate'), hideNarrow: true },
        ]}
        rows={holdings.map((each) => ({
          id: each.id,
          cells: [
            <strong key="project">
              <ProjectName id={each.projectId} otherwise={each.projectName} />
            </strong>,
            <Money key="amount" as="whole" amount={each.amount} currency={each.currency} />,
            <StatusBadge key="status" status={each.status} />,
            showDate(each.investmentDate),
            each.redemptionDate ? showDate(each.redemptionDate) : '—',
          ],
        }))}
      />
    </Stack>
  )
}
