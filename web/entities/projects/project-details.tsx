import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { FlagSwitch } from '#web/records/columns/flag-switch.tsx'
import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { projectCashFlows } from '#web/records/tabs/cash-flow-tab.tsx'
import { FundingBar } from './funding-bar.tsx'
import { documentsTab } from '#web/records/tabs/documents-tab.tsx'
import { InvestmentBreakdown } from './investment-breakdown.tsx'
import { ProjectDuration } from './project-duration.tsx'
import { valuations } from './valuations.tsx'

const tabs = [valuations, projectCashFlows, documentsTab('projectId')]

export function ProjectDetails(props: DetailsProps<'projects'>) {
  const { t } = useTranslation('common')
  const { row: project } = props
  return (
    <RecordDetails entity="projects" tabs={tabs} {...props}>
      <Stack gap="xl">
        <RecordFacts entity="projects" row={project} fields={['targetAmount', 'raisedAmount', 'expectedIRR']} isMain />
        <FundingBar project={project} />
        <Stack gap="md" component="section" aria-label={t('summary')}>
          <RecordFacts entity="projects" row={project} fields={props.facts}>
            <ProjectDuration project={project} />
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
