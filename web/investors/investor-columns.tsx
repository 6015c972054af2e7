import type { TFunction } from 'i18next'
import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Money } from '#web/ui/money.tsx'
import { Name } from '#web/ui/name.tsx'
import { PrimaryCell } from '#web/records/primary-cell.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { type Column, columnsOf } from '#web/ui/table-columns.ts'
import { telephoneLink } from '#web/ui/telephone-link.ts'
import type { InvestorActions } from './investor-items.tsx'
import { InvestorMenu } from './investor-menu.tsx'

type Investor = Row<'investors'>
type Words = TFunction<['investors', 'fields', 'common']>

const helper = columnsOf<Investor>()

export function investorColumns(t: Words, actions: InvestorActions): readonly Column<Investor>[] {
  return [
    helper.display({
      id: 'name',
      header: t('fields:name.name'),
      meta: { sortable: true },
      cell: ({ row: { original: investor } }) => (
        <PrimaryCell
          entity="investors"
          id={investor.id}
          title={<Name>{fullName(investor)}</Name>}
          about={investor.address && <Name>{investor.address}</Name>}
          narrow={
            <>
              <Money as="short" amount={investor.totalInvested} /> · <Name>{investor.email}</Name>
            </>
          }
          badge={investor.referralId && <Badge tone="brand">{t('referral')}</Badge>}
          opens={t('common:edit')}
          onOpen={() => actions.edit(investor.id)}
        />
      ),
    }),
    helper.display({
      id: 'email',
      header: t('fields:name.email'),
      meta: { sortable: true, width: '30%', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <Name>{original.email}</Name>,
    }),
    helper.display({
      id: 'phone',
      header: t('fields:name.phone'),
      meta: { sortable: true, width: '11rem', hideBelow: 'wide' },
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
      id: 'totalInvested',
      header: t('totalInvestment'),
      meta: { sortable: true, width: '10rem', align: 'figure', hideBelow: 'medium' },
      cell: ({ row: { original } }) => <Money as="short" amount={original.totalInvested} />,
    }),
    helper.display({
      id: 'actions',
      header: t('common:actions'),
      meta: { width: '5.5rem', align: 'end' },
      cell: ({ row: { original } }) => <InvestorMenu investor={original} actions={actions} />,
    }),
  ]
}
