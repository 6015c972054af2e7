import { Button } from '@mantine/core'
import { IconBuildingSkyscraper, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { statusClass } from '#schema/enumerations.ts'
import { moneyKey } from '#web/store/money-key.ts'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { type ListScreenProps, noDialog } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/records/record-list.tsx'
import { foldText } from '#web/store/fold-text.ts'
import { useHeldRow } from '#web/records/use-held-row.ts'
import { useRow } from '#web/records/use-table.ts'
import { projectColumns } from './project-columns.tsx'
import { projectText } from './project-text.ts'

const ProjectDetails = preloadable(() => import('./project-details.tsx').then((each) => each.ProjectDetails))
const CreateProject = preloadable(() => import('./create-project.tsx').then((each) => each.CreateProject))
const EditProject = preloadable(() => import('./edit-project.tsx').then((each) => each.EditProject))
const dialogs = [ProjectDetails.preload, CreateProject.preload, EditProject.preload] as const

type Project = Row<'projects'>

const sorts = {
  name: ({ name }: Project) => foldText(name),
  type: ({ type }: Project) => type,
  status: ({ status }: Project) => statusClass(status),
  targetAmount: ({ targetAmount }: Project) => moneyKey(targetAmount),
  raisedAmount: ({ raisedAmount }: Project) => moneyKey(raisedAmount),
  expectedIRR: ({ expectedIRR }: Project) => moneyKey(expectedIRR),
}

export function ProjectsScreen({ search, setSearch }: ListScreenProps) {
  const { t } = useTranslation(['projects', 'fields', 'common'])
  usePreloadWhenIdle(dialogs)
  const { dialog, record } = search
  const project = useRow('projects', record)
  const edited = useHeldRow('projects', dialog === 'edit' ? record : undefined)
  const open = useCallback((id: string, as: 'details' | 'edit') => setSearch({ dialog: as, record: id }), [setSearch])
  const close = useCallback(() => setSearch(noDialog), [setSearch])
  const columns = useMemo(() => projectColumns(t, open), [t, open])
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={create} fill>
      <RecordList
        entity="projects"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={projectText}
        sorts={sorts}
        columns={columns}
        icon={IconBuildingSkyscraper}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        noMatch={t('noMatch')}
      />
      <Dialog opened={dialog === 'create'} title={t('createTitle')} onClose={close} form>
        <CreateProject onDone={close} />
      </Dialog>
      <Dialog opened={dialog === 'edit' && edited.row !== undefined} title={t('editTitle')} onClose={close} form>
        {edited.row && <EditProject project={edited.row} gone={edited.gone} onDone={close} />}
      </Dialog>
      <Dialog
        opened={dialog === 'details' && project !== undefined}
        title={t('detailsTitle')}
        onClose={close}
        size="xl"
      >
        {project && <ProjectDetails project={project} onEdit={() => open(project.id, 'edit')} />}
      </Dialog>
    </Page>
  )
}
