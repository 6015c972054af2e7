import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { Name } from '#web/ui/name.tsx'
import { percent } from '#web/ui/percent-format.ts'
import { RowMark } from '#web/ui/row-mark.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { useMark } from '#web/records/use-table.ts'
import { VisibilitySwitch } from '#web/records/visibility-switch.tsx'
import { InvestmentBreakdown } from './investment-breakdown.tsx'

interface ProjectDetailsProps {
  readonly project: Row<'projects'>
  readonly onEdit: () => void
}

export function ProjectDetails({ project, onEdit }: ProjectDetailsProps) {
  const { t } = useTranslation(['projects', 'fields', 'common'])
  const mark = useMark('projects', project.id)
  const { currency } = project
  return (
    <Stack gap="xl">
      <Stack gap="md" component="section" aria-label={t('summary')}>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={4} miw={0}>
            <Title order={2} style={{ overflowWrap: 'anywhere' }}>
              <Name>{project.name}</Name>
            </Title>
            <Group gap="xs">
              <StatusBadge status={project.status} />
              {mark && <RowMark mark={mark} />}
            </Group>
          </Stack>
          <Button variant="default" flex="none" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
            {t('common:edit')}
          </Button>
        </Group>
        <Facts>
          <Fact name={t('fields:name.type')}>{t(`fields:projectType.${project.type}`)}</Fact>
          <Fact name={t('fields:name.location')}>
            <Name>{project.location ?? t('common:notSpecified')}</Name>
          </Fact>
          <Fact name={t('fields:name.paymentInstallment')}>
            {t(`fields:installment.${project.paymentInstallment}`)}
          </Fact>
          <Fact name={t('fields:name.targetAmount')}>
            <Money as="short" amount={project.targetAmount} currency={currency} />
          </Fact>
          <Fact name={t('fields:name.raisedAmount')}>
            <Money as="short" amount={project.raisedAmount} currency={currency} />
          </Fact>
          <Fact name={t('fields:name.expectedIRR')}>
            {project.expectedIRR ? percent(project.expectedIRR) : t('common:notAvailable')}
          </Fact>
          {project.actualIRR && <Fact name={t('fields:name.actualIRR')}>{percent(project.actualIRR)}</Fact>}
          {project.description && (
            <Fact name={t('description')} wide>
              <Name>{project.description}</Name>
            </Fact>
          )}
        </Facts>
        <VisibilitySwitch project={project} />
      </Stack>
      <InvestmentBreakdown project={project} />
    </Stack>
  )
}
