import { IconEye, IconPencil } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { statusClass } from '#schema/enumerations.ts'
import type { Row } from '#schema/registry.ts'
import { CalendarDay } from '#web/ui/calendar-day.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RecordName } from '#web/records/record-name.tsx'
import { Money } from '#web/ui/money.tsx'
import { PrimaryCell } from '#web/records/primary-cell.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { type Column, columnsOf } from '#web/ui/table-columns.ts'
import { RedemptionDate } from './redemption-date.tsx'

type Investment = Row<'investments'>
type Words = TFunction<['investments', 'fields', 'common']>

const helper = columnsOf<Investment>()

export function investmentColumns(
  t: Words,
  open: (id: string, as: 'details' | 'edit') => void,
  staff: boolean,
): readonly Column<Investment>[] {
  return [
    helper.display({
      id: 'project',
      header: t('fields:name.projectId'),
      meta: { sortable: true },
      cell: ({ row: { original } }) => (
        <PrimaryCell
          entity="investments"
          id={original.id}
          title={<RecordName entity="projects" id={original.projectId} otherwise={original.projectName} />}
          narrow={
            <>
              <RecordName entity="investors" id={original.investorId} /> ·{' '}
              {t(`fields:status.${statusClass(original.status)}`)}
            </>
          }
          opens={t('common:viewDetails')}
          onOpen={() => open(original.id, 'details')}
        />
      ),
    }),
    helper.display({
      id: 'investor',
      header: t('fields:name.investorId'),
      meta: { sortable: true, width: '17%', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <RecordName entity="investors" id={original.investorId} />,
    }),
    helper.display({
      id: 'amount',
      header: t('fields:name.amount'),
      meta: { sortable: true, width: '9.75rem', align: 'figure' },
      cell: ({ row: { original } }) => <Money as="whole" amount={original.amount} currency={original.currency} />,
    }),
    helper.display({
      id: 'status',
      header: t('fields:name.status'),
      meta: { sortable: true, width: '7.25rem', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
    }),
    helper.display({
      id: 'investmentDate',
      header: t('fields:name.investmentDate'),
      meta: { sortable: true, width: '7.25rem', hideBelow: 'wide' },
      cell: ({ row: { original } }) => <CalendarDay date={original.investmentDate} />,
    }),
    helper.display({
      id: 'redemptionDate',
      header: t('fields:name.redemptionDate'),
      meta: { sortable: true, width: '7.25rem', hideBelow: 'wide' },
      cell: ({ row: { original } }) => <RedemptionDate investment={original} />,
    }),
    helper.display({
      id: 'actions',
      header: t('common:actions'),
      meta: { width: staff ? '7rem' : '5.5rem', align: 'end', hideBelow: 'medium' },
      cell: ({ row: { original } }) => (
        <RowActions>
          <IconButton icon={IconEye} label={t('common:viewDetails')} onClick={() => open(original.id, 'details')} />
          {staff && <IconButton icon={IconPencil} label={t('common:edit')} onClick={() => open(original.id, 'edit')} />}
        </RowActions>
      ),
    }),
  ]
}
