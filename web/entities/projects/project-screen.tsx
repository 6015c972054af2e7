import { Stack, Text, Title } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { MissingRecord } from '#web/records/details/missing-record.tsx'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { RecordHistory } from '#web/records/history/record-history.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { DocumentList } from '#web/records/tabs/documents-tab.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useHasAllRows } from '#web/records/data/use-online.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { Name } from '#web/ui/format/name.tsx'
import { NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { MyHoldings } from './investor-holdings.tsx'
import { ProjectDuration } from './project-duration.tsx'

const facts = ['type', 'location', 'targetAmount', 'expectedIRR', 'actualIRR', 'paymentInstallment'] as const

/** For people without the list of projects. */
export function ProjectScreen() {
  const { t } = useTranslation(['projects', 'common'])
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const project = useRow('projects', id)
  const own = useComputed(
    'investments',
    useCallback((table: Table<Row<'investments'>>) => table.where('projectId', id), [id]),
  )
  const hasAllRows = useHasAllRows('projects')
  const called = nameOfProject({ projectId: id, projectName: own[0]?.projectName ?? null }, { get: () => project })
  if (!called)
    return (
      <Page title={t('one')}>
        <MissingRecord entity="projects" id={id} />
      </Page>
    )
  return (
    <Page
      title={t('one')}
      heading={<Name>{called}</Name>}
      subtitle={project?.location && <Name>{project.location}</Name>}
    >
      <Stack gap="xl">
        {project ? (
          <Stack gap="md" component="section" aria-label={t('common:summary')}>
            <div>
              <StatusBadge entity="projects" status={project.status} />
            </div>
            <RecordFacts entity="projects" row={project} fields={facts} money="whole">
              <ProjectDuration project={project} />
            </RecordFacts>
            {project.description && (
              <section aria-label={fieldLabel('projects', 'description')}>
                <Title order={2}>{fieldLabel('projects', 'description')}</Title>
                <Text style={{ whiteSpace: 'pre-line' }}>
                  <Name>{project.description}</Name>
                </Text>
              </section>
            )}
          </Stack>
        ) : hasAllRows ? (
          <Text role="note">{t('hiddenPage')}</Text>
        ) : (
          <NotOnDevice icon={IconFileOff} />
        )}
        {(hasAllRows || own.length > 0) && <MyHoldings holdings={own} />}
        <DocumentList owners={{ projectId: id }} />
        {project && <RecordHistory entity="projects" id={id} />}
      </Stack>
    </Page>
  )
}
