import { IconBuildingSkyscraper, IconEyeOff } from '@tabler/icons-react'
import i18next from 'i18next'
import { statusClass } from '#schema/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { statusLabel } from '#web/records/entity-texts.ts'
import { formOf } from '#web/records/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { projectText } from './project-text.ts'
import { RoiCard } from './roi-card.tsx'

const form = formOf('projects', [
  { field: 'name', isWide: true },
  'type',
  { field: 'status', options: { edit: ['ACTIVE', 'GROWTH', 'MATURE', 'EXITED'] }, shownAs: statusClass },
  'location',
  'description',
  'targetAmount',
  'expectedIRR',
  'paymentInstallment',
  'notes',
  'isVisibleToInvestors',
])

export const ProjectsScreen = recordScreen({
  entity: 'projects',
  icon: IconBuildingSkyscraper,
  searchText: () => projectText,
  form,
  aside: RoiCard,
  details: preloadable(() => import('./project-details.tsx').then((each) => each.ProjectDetails)),
  columns: {
    primary: {
      about: ({ location }) => location && <Name>{location}</Name>,
      narrow: (project) => (
        <>
          {statusLabel('projects', project.status)} ·{' '}
          <Money as="toMillions" amount={project.targetAmount} currency={project.currency} />
        </>
      ),
      badge: (project) => <HiddenMark project={project} />,
    },
    others: [
      { field: 'type', width: '8.75rem', hideBelow: 'wide' },
      { field: 'status', width: '7.5rem', hideBelow: 'medium' },
      { field: 'targetAmount', money: 'toMillions', width: '7.5rem', hideBelow: 'medium' },
      { field: 'raisedAmount', money: 'toMillions', width: '7.5rem', hideBelow: 'wide' },
      { field: 'expectedIRR', width: '7.5rem', hideBelow: 'wide' },
    ],
  },
})

const HiddenMark = ({ project }: { readonly project: Row<'projects'> }) =>
  project.isVisibleToInvestors === false && (
    <IconEyeOff size={16} stroke={1.6} aria-label={i18next.t('projects:hidden')} />
  )
