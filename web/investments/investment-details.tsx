import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { CalendarDay } from '#web/ui/calendar-day.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RecordName } from '#web/records/record-name.tsx'
import { Money } from '#web/ui/money.tsx'
import { RowMark } from '#web/ui/row-mark.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { useMark } from '#web/records/use-table.ts'
import { RedemptionDate } from './redemption-date.tsx'

interface InvestmentDetailsProps {
  readonly investment: Row<'investments'>
  readonly onEdit?: () => void
  readonly onDelete?: () => void
}

export function InvestmentDetails({ investment, onEdit, onDelete }: InvestmentDetailsProps) {
  const { t } = useTranslation(['fields', 'common'])
  const mark = useMark('investments', investment.id)
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Title order={2}>
            <Money as="exact" amount={investment.amount} currency={investment.currency} />
          </Title>
          <Group gap="xs">
            <StatusBadge status={investment.status} />
            {mark && <RowMark mark={mark} />}
          </Group>
        </Stack>
      </Group>
      <Facts>
        <Fact name={t('name.projectId')}>
          <RecordName entity="projects" id={investment.projectId} otherwise={investment.projectName} />
        </Fact>
        <Fact name={t('name.investorId')}>
          <RecordName entity="investors" id={investment.investorId} />
        </Fact>
        <Fact name={t('name.investmentDate')}>
          <CalendarDay date={investment.investmentDate} />
        </Fact>
        <Fact name={t('name.redemptionDate')}>
          <RedemptionDate investment={investment} />
        </Fact>
        <Fact name={t('name.currency')}>{investment.currency}</Fact>
      </Facts>
      {onEdit && onDelete && (
        <Group justify="space-between">
          <Button variant="subtle" color="red" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={onDelete}>
            {t('common:delete')}
          </Button>
          <Button variant="default" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
            {t('common:edit')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
