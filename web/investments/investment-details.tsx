import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/records/entity-texts.ts'
import type { DetailsProps } from '#web/records/record-plan.ts'
import { RecordFacts } from '#web/records/record-facts.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { useMark } from '#web/records/use-table.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { RowMark } from '#web/ui/table/row-mark.tsx'
import { RedemptionDate } from './redemption-date.tsx'

export function InvestmentDetails({ row: investment, onEdit, onDelete }: DetailsProps<'investments'>) {
  const { t } = useTranslation('common')
  const mark = useMark('investments', investment.id)
  return (
    <Stack gap="lg">
      <Stack gap={4} miw={0}>
        <Title order={2}>
          <Money as="exact" amount={investment.amount} currency={investment.currency} />
        </Title>
        <Group gap="xs">
          <StatusBadge entity="investments" status={investment.status} />
          {mark && <RowMark mark={mark} />}
        </Group>
      </Stack>
      <RecordFacts entity="investments" row={investment} fields={['projectId', 'investorId', 'investmentDate']}>
        <Fact name={fieldLabel('investments', 'redemptionDate')}>
          <RedemptionDate investment={investment} />
        </Fact>
        <Fact name={fieldLabel('investments', 'currency')}>{investment.currency}</Fact>
      </RecordFacts>
      {(onEdit || onDelete) && (
        <Group justify="space-between">
          {onDelete && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={onDelete}>
              {t('delete')}
            </Button>
          )}
          {onEdit && (
            <Button variant="default" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
