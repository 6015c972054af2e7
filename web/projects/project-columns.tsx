import { IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { statusClass } from '#schema/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Name } from '#web/ui/name.tsx'
import { percent } from '#web/ui/percent-format.ts'
import { PrimaryCell } from '#web/records/primary-cell.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { type Column, columnsOf } from '#web/ui/table-columns.ts'

type Project = Row<'projects'>
type Words = TFunction<['projects', 'fields', 'common']>

const helper = columnsOf<Project>()

export function projectColumns(
  t: Words,
  open: (id: string, as: 'details' | 'edit') => void,
): readonly Column<Project>[] {
  return [
    helper.display({
      id: 'name',
      header: t('fields:name.name'),
      meta: { sortable: true },
      cell: ({ row: { original: project } }) => (
        <PrimaryCell
          entity="projects"
          id={project.id}
          title={<Name>{project.name}</Name>}
          about={project.location && <Name>{project.location}</Name>}
          narrow={
            <>
              {t(`fields:status.${statusClass(project.status)}`)} ·{' '}
              <Money as="projects" amount={project.targetAmount} currency={project.currency} />
            </>
          }
          badge={
            project.isVisibleToInvestors === false && <IconEyeOff size={16} stroke={1.6} aria-label={t('hidden')} />
          }
          opens={t('common:viewDetails')}
          onOpen={() => open(project.id, 'details')}
        />
      ),
    }),
    helper.display({
      id: 'type',
      header: t('fields:name.type'),
      meta: { sortable: true, width: '8.75rem', hideBelow: 'wide' },
      cell: ({ row: { original } }) => t(`fields:projectType.${original.type}`),
    }),
    helper.display({
      id: 'status',
      header: t('fields:name.status'),
      meta: { sortable: true, width: '6.75rem', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
    }),
    helper.display({
      id: 'targetAmount',
      header: t('fields:name.targetAmount'),
      meta: { sortable: true, width: '7.5rem', align: 'figure', hideBelow: 'medium' },
      cell: ({ row: { original } }) => (
        <Money as="projects" amount={original.targetAmount} currency={original.currency} />
      ),
    }),
    helper.display({
      id: 'raisedAmount',
      header: t('fields:name.raisedAmount'),
      meta: { sortable: true, width: '7.5rem', align: 'figure', hideBelow: 'wide' },
      cell: ({ row: { original } }) => (
        <Money as="projects" amount={original.raisedAmount} currency={original.currency} />
      ),
    }),
    helper.display({
      id: 'expectedIRR',
      header: t('fields:name.expectedIRR'),
      meta: { sortable: true, width: '6.75rem', align: 'figure', hideBelow: 'wide' },
      cell: ({ row: { original } }) =>
        original.expectedIRR ? percent(original.expectedIRR) : t('common:notAvailable'),
    }),
    helper.display({
      id: 'actions',
      header: t('common:actions'),
      meta: { width: '7rem', align: 'end' },
      cell: ({ row: { original } }) => (
        <RowActions>
          <IconButton icon={IconEye} label={t('common:viewDetails')} onClick={() => open(original.id, 'details')} />
          <IconButton icon={IconPencil} label={t('common:edit')} onClick={() => open(original.id, 'edit')} />
        </RowActions>
      ),
    }),
  ]
}
