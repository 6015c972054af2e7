import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/records/entity-texts.ts'
import { FlagSwitch } from '#web/records/flag-switch.tsx'
import { RecordDetails } from '#web/records/record-details.tsx'
import { RecordFacts } from '#web/records/record-facts.tsx'
import type { DetailsProps } from '#web/records/record-plan.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { InvestmentBreakdown } from './investment-breakdown.tsx'
import { valuations } from './valuations.tsx'

const tabs = [valuations]
const facts = ['type', 'location', 'paymentInstallment', 'targetAmount', 'raisedAmount', 'expectedIRR'] as const

export function ProjectDetails(props: DetailsProps<'projects'>) {
  const { t } = useTranslation('common')
  const { row: project } = props
  const { actualIRR } = project
  return (
    <RecordDetails entity="projects" tabs={tabs} {...props}>
      <Stack gap="xl">
        <Stack gap="md" component="section" aria-label={t('summary')}>
          <RecordFacts entity="projects" row={project} fields={actualIRR ? [...facts, 'actualIRR'] : facts}>
            {(['description', 'notes'] as const).map(
              (field) =>
                project[field] && (
                  <Fact key={field} name={fieldLabel('projects', field)} wide>
                    <Name>{project[field]}</Name>
                  </Fact>
                ),
            )}
          </RecordFacts>
          <FlagSwitch entity="projects" row={project} field="isVisibleToInvestors" />
        </Stack>
        <InvestmentBreakdown project={project} />
      </Stack>
    </RecordDetails>
  )
}
