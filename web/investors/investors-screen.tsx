import { IconUsers } from '@tabler/icons-react'
import i18next from 'i18next'
import { useMemo } from 'react'
import { formOf } from '#web/records/form-of.ts'
import { recordScreen, type RowEnd } from '#web/records/record-plan.ts'
import { RecordScreen, type RecordScreenProps } from '#web/records/record-screen.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { InvestorItems, InvestorMenu } from './investor-menu.tsx'
import { investorText } from './investor-text.ts'

const investors = recordScreen({
  entity: 'investors',
  icon: IconUsers,
  searchText: () => investorText,
  form: formOf('investors', ['firstName', 'lastName', 'email', 'phone', 'address', 'notes']),
  deletes: { entity: 'investors' },
  columns: {
    primary: {
      about: ({ address }) => address && <Name>{address}</Name>,
      narrow: ({ totalInvested, email }) => (
        <>
          <Money as="short" amount={totalInvested} /> · <Name>{email}</Name>
        </>
      ),
      badge: ({ referralId }) => referralId && <Badge tone="brand">{i18next.t('investors:referral')}</Badge>,
    },
    others: [
      { field: 'email', width: '30%', hideBelow: 'medium' },
      { field: 'phone', width: '11rem', hideBelow: 'wide' },
      { field: 'totalInvested', width: '10rem', hideBelow: 'medium' },
    ],
  },
})

const menu = [InvestorItems.preload] as const

export function InvestorsScreen({ search, setSearch, go }: RecordScreenProps) {
  usePreloadWhenIdle(menu)
  const rowEnd = useMemo(
    (): RowEnd<'investors'> => ({
      width: '5.5rem',
      cell: (investor, open) => (
        <InvestorMenu
          investor={investor}
          actions={{
            viewInvestments: (investorId) => go('investments', { investorId }),
            addInvestment: (investorId) => go('investments', { investorId, dialog: 'create' }),
            edit: (id) => open(id, 'edit'),
            remove: (id) => open(id, 'delete'),
          }}
        />
      ),
    }),
    [go],
  )
  return <RecordScreen of={investors} rowEnd={rowEnd} search={search} setSearch={setSearch} />
}
