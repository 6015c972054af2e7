import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/records/data/use-may.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import type { Upcoming } from '#schema/portfolio/upcoming.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { FlagSwitch } from '#web/records/columns/flag-switch.tsx'
import { PrimaryCell } from '#web/records/columns/primary-cell.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useView } from '#web/records/data/use-view.ts'
import { DueDate } from './due-date.tsx'
import { useNavigateTo } from '#web/ui/search/use-address.ts'

type Project = Row<'projects'>

const shown = 5
/** Projects with nothing due sort last, newest first. */
const afterAllDays = 1e15
const isActive = ({ status }: Project) => statusClass(status) !== 'EXITED'

function firstDueDays(upcoming: readonly Upcoming[]): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  for (const { projectId, day } of upcoming) if (projectId && day && !days.has(projectId)) days.set(projectId, day)
  return days
}

const nothingDue: readonly Upcoming[] = []

export function ActiveProjects({ upcoming = nothingDue }: { readonly upcoming: readonly Upcoming[] | undefined }) {
  const navigateTo = useNavigateTo()
  const dueDays = useMemo(() => firstDueDays(upcoming), [upcoming])
  const order = useMemo(
    () => ({
      filter: isActive,
      sortBy: ({ id, createdAt }: Project) => {
        const day = dueDays.get(id)
        return day ? Date.parse(day) : afterAllDays - Date.parse(createdAt)
      },
    }),
    [dueDays],
  )
  const mayUpdate = useMay('projects', 'update')
  const { t } = useTranslation(['dashboard', 'common'])
  const { hasAllRows } = useSyncStatus()
  const { rows } = useView('projects', order)
  const columns = useMemo(
    () => [
      { header: t('project') },
      { header: t('type'), hideNarrow: true as const },
      { header: t('targetAmount'), align: 'figure' as const },
      { header: t('expectedReturn'), align: 'figure' as const, hideNarrow: true as const },
      { header: t('status'), hideNarrow: true as const },
      ...(mayUpdate ? [{ header: t('visibility'), align: 'end' as const }] : []),
    ],
    [t, mayUpdate],
  )
  // People without the list see the project's own page.
  const open = (record: string) => navigateTo({ to: '/projects', search: { dialog: 'details', record } })
  const cellsOf = (project: Project) => [
    <PrimaryCell
      key="name"
      entity="projects"
      id={project.id}
      title={<Name>{project.name}</Name>}
      about={
        <>
          {dueDays.has(project.id) && (
            <>
              <DueDate day={dueDays.get(project.id)!} />{' '}
            </>
          )}
          <Name>{project.location ?? t('common:notSpecified')}</Name>
        </>
      }
      onOpen={() => open(project.id)}
      opens={t('common:viewDetails')}
    />,
    choiceLabel('projects', 'type', project.type),
    <Money key="target" as="toMillions" amount={project.targetAmount} currency={project.currency} />,
    irrOf(project) ?? t('common:notAvailable'),
    <StatusBadge key="status" entity="projects" status={project.status} />,
    <Group key="visible" justify="flex-end">
      <FlagSwitch entity="projects" row={project} field="isVisibleToInvestors" hideLabel />
    </Group>,
  ]
  return (
    <Stack gap="sm" component="section" aria-label={t('activeProjects')}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Title order={2}>{t('activeProjects')}</Title>
          {dueDays.size > 0 && (
            <Text size="sm" c="dimmed">
              {t('projectsOrder')}
            </Text>
          )}
        </div>
        {mayUpdate && (
          <Button component={ScreenLink} to="/projects" variant="subtle" flex="none">
            {t('viewAll')}
          </Button>
        )}
      </Group>
      {rows.length > 0 ? (
        <PlainTable
          label={t('activeProjects')}
          columns={columns}
          rows={rows.slice(0, shown).map((project) => ({ id: project.id, cells: cellsOf(project) }))}
        />
      ) : hasAllRows ? (
        <Text c="dimmed">{t('noProjects')}</Text>
      ) : (
        <Stack gap="xs" aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function irrOf({ actualIRR, expectedIRR }: Project): string | null {
  const rate = actualIRR ?? expectedIRR
  return rate === null ? null : percent(rate)
}
