// One project as its readers see it: what it is, its papers, and what they hold in it. Nothing can be changed here.
import { Button, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { fieldLabel } from '#web/records/entity-texts.ts'
import { MissingRecord } from '#web/records/missing-record.tsx'
import { nameOfProject } from '#web/records/name-of-project.ts'
import { RecordFacts } from '#web/records/record-facts.tsx'
import { RecordHistory } from '#web/records/record-history.tsx'
import { ScreenLink, screenPath } from '#web/records/screen-path.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { Papers } from '#web/records/tabs/documents-tab.tsx'
import { useComputed } from '#web/records/use-computed.ts'
import { useMay } from '#web/records/use-may.ts'
import { useRow } from '#web/records/use-table.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { OwnHoldings } from './own-holdings.tsx'
import { ProjectDuration } from './project-duration.tsx'

const facts = ['type', 'location', 'targetAmount', 'expectedIRR', 'actualIRR', 'paymentInstallment'] as const

export function ProjectScreen() {
  const { t } = useTranslation(['projects', 'common'])
  const { id = '' }: { readonly id?: string } = useParams({ strict: false })
  const project = useRow('projects', id)
  const hasList = useMay('projects', 'create')
  const held = useComputed(
    'investments',
    useCallback((table: Table<Row<'investments'>>) => table.where('projectId', id), [id]),
  )
  // Whoever has the list reads there what everybody holds.
  const own = hasList ? [] : held
  const called = nameOfProject({ projectId: id, projectName: own[0]?.projectName ?? null }, { get: () => project })
  if (!called)
    return (
      <Page title={t('one')}>
        <MissingRecord entity="projects" id={id} hasList={hasList} />
      </Page>
    )
  return (
    <Page
      title={t('one')}
      heading={<Name>{called}</Name>}
      subtitle={project?.location && <Name>{project.location}</Name>}
      actions={
        hasList && (
          <Button
            variant="default"
            component={ScreenLink}
            to={screenPath('projects')}
            search={{ dialog: 'details', record: id }}
          >
            {t('openInList')}
          </Button>
        )
      }
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
        ) : (
          <Text role="note">{t('hiddenPage')}</Text>
        )}
        {!hasList && <OwnHoldings holdings={own} />}
        <Papers via="projectId" id={id} />
        {project && <RecordHistory entity="projects" id={id} />}
      </Stack>
    </Page>
  )
}
