import type { TFunction } from 'i18next'
import type { Row } from '#schema/registry.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Name } from '#web/ui/name.tsx'
import { PrimaryCell } from '#web/records/primary-cell.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { type Column, columnsOf } from '#web/ui/table-columns.ts'
import { telephoneLink } from '#web/ui/telephone-link.ts'

type Referral = Row<'referrals'>
type Words = TFunction<['referrals', 'fields', 'common']>

const helper = columnsOf<Referral>()

export const referralColumns = (t: Words): readonly Column<Referral>[] => [
  helper.display({
    id: 'name',
    header: t('fields:name.name'),
    meta: { sortable: true },
    cell: ({ row: { original } }) => (
      <PrimaryCell
        entity="referrals"
        id={original.id}
        title={<Name>{original.name}</Name>}
        about={original.fullAddress && <Name>{original.fullAddress}</Name>}
        narrow={<Name>{original.email ?? original.phone}</Name>}
      />
    ),
  }),
  helper.display({
    id: 'email',
    header: t('fields:name.email'),
    meta: { sortable: true, width: '30%', hideBelow: 'medium' },
    cell: ({ row: { original } }) => <Name>{original.email ?? t('common:none')}</Name>,
  }),
  helper.display({
    id: 'phone',
    header: t('fields:name.phone'),
    meta: { width: '12rem', hideBelow: 'wide' },
    cell: ({ row: { original } }) =>
      original.phone ? (
        <RowActions>
          <a href={telephoneLink(original.phone)} dir="ltr">
            {original.phone}
          </a>
        </RowActions>
      ) : (
        t('common:none')
      ),
  }),
  helper.display({
    id: 'status',
    header: t('fields:name.status'),
    meta: { sortable: true, width: '8rem' },
    cell: ({ row: { original } }) => (
      <Badge tone={original.isActive ? 'good' : 'neutral'}>{original.isActive ? t('active') : t('inactive')}</Badge>
    ),
  }),
]
