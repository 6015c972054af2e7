import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/records/entity-texts.ts'
import { FlagSwitch } from '#web/records/flag-switch.tsx'
import type { DetailsProps } from '#web/records/record-plan.ts'
import { RecordTabs } from '#web/records/record-tabs.tsx'
import { RecordValue } from '#web/records/record-value.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { useMark } from '#web/records/use-table.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { RowMark } from '#web/ui/table/row-mark.tsx'
import { InvestmentBreakdown } from './investment-breakdown.tsx'
import { valuations } from './valuations.tsx'

const tabs = [valuations]

export function ProjectDetails({ row: project, onEdit, search, setSearch }: DetailsProps<'projects'>) {
  const { t } = useTranslation(['projects', 'common'])
  const mark = useMark('projects', project.id)
  const fact = (field: keyof typeof project) => (
    <Fact name={fieldLabel('projects', field)}>
      <RecordValue entity="projects" row={project} field={field} />
    </Fact>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            <Name>{project.name}</Name>
          </Title>
          <Group gap="xs">
            <StatusBadge entity="projects" status={project.status} />
            {mark && <RowMark mark={mark} />}
          </Group>
        </Stack>
        {onEdit && (
          <Button variant="default" flex="none" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
            {t('common:edit')}
          </Button>
        )}
      </Group>
      <RecordTabs id={project.id} first={t('summary')} tabs={tabs} search={search} setSearch={setSearch}>
        <Stack gap="xl">
          <Stack gap="md" component="section" aria-label={t('summary')}>
            <Facts>
              {fact('type')}
              <Fact name={fieldLabel('projects', 'location')}>
                <Name>{project.location ?? t('common:notSpecified')}</Name>
              </Fact>
              {fact('paymentInstallment')}
              {fact('targetAmount')}
              {fact('raisedAmount')}
              {fact('expectedIRR')}
              {project.actualIRR && fact('actualIRR')}
              {project.description && (
                <Fact name={fieldLabel('projects', 'description')} wide>
                  <Name>{project.description}</Name>
                </Fact>
              )}
            </Facts>
            <FlagSwitch entity="projects" row={project} field="isVisibleToInvestors" />
          </Stack>
          <InvestmentBreakdown project={project} />
        </Stack>
      </RecordTabs>
    </Stack>
  )
}
