import { IconBuildingSkyscraper, IconEyeOff, IconFlagCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { similarNames } from '#web/records/form/similar-names.tsx'
import { recordScreen } from '#web/records/record-screen.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { projectText } from './project-text.ts'
import { RoiCard } from './roi-card.tsx'
import { selectedProjects } from './selected-projects.ts'

const form = formOf('projects', [
  { field: 'name', isWide: true },
  'type',
  { field: 'status', options: { edit: ['ACTIVE', 'GROWTH', 'MATURE', 'EXITED'] }, shownAs: statusClass },
  'description',
  'isVisibleToInvestors',
  'targetAmount',
  'expectedIRR',
  { field: 'actualIRR', only: 'edit', isAdvanced: true },
  'location',
  'paymentInstallment',
  { field: 'duration', only: 'edit', isAdvanced: true },
  { field: 'currency', isAdvanced: true },
  'notes',
])

export const ProjectsScreen = recordScreen({
  entity: 'projects',
  icon: IconBuildingSkyscraper,
  searchText: () => projectText,
  form,
  aside: RoiCard,
  notice: similarNames('projects'),
  filters: ['status', 'type', 'currency', 'targetAmount', 'isVisibleToInvestors', { has: 'documents' }],
  facts: ['type', 'location', 'paymentInstallment', 'actualIRR', 'currency'],
  details: preloadable(() => import('./project-details.tsx').then((each) => each.ProjectDetails)),
  deletePlan: true,
  actions: [
    {
      id: 'exit',
      icon: IconFlagCheck,
      label: () => i18next.t('projects:exit'),
      needs: { entity: 'projects', verb: 'update' },
      appliesTo: ({ status }) => statusClass(status) !== 'EXITED',
      opens: preloadable(() => import('./exit-project.tsx').then((each) => each.ExitProject)),
      isForm: true,
      isRare: true,
    },
  ],
  selectedActions: selectedProjects,
  columns: {
    primary: {
      about: ({ location }) => location && <Name>{location}</Name>,
      badge: (project) => <HiddenBadge project={project} />,
    },
    others: [
      { field: 'type', width: '9.5rem', drops: 'first' },
      { field: 'status', width: '7.25rem' },
      { field: 'targetAmount', money: 'short', width: '8.25rem', drops: 'never' },
      { field: 'raisedAmount', money: 'short', width: '8.25rem' },
      { field: 'expectedIRR', width: '6.5rem' },
    ],
  },
})

const HiddenBadge = ({ project }: { readonly project: Row<'projects'> }) =>
  project.isVisibleToInvestors === false && (
    <IconEyeOff size={16} stroke={1.6} aria-label={i18next.t('projects:hidden')} />
  )
