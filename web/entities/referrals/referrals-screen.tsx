import { IconUserShare } from '@tabler/icons-react'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import type { Row } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'

const searchText = ({ name, email }: Row<'referrals'>): string => `${name} ${email ?? ''}`

export const ReferralsScreen = recordScreen({
  entity: 'referrals',
  icon: IconUserShare,
  searchText: () => searchText,
  form: formOf('referrals', [
    { field: 'name', isWide: true },
    'email',
    'phone',
    'fullAddress',
    'investorId',
    'isActive',
    'notes',
  ]),
  deletePlan: true,
  filters: ['isActive', { has: 'investors' }, { has: 'referralCommissions' }],
  facts: ['email', 'phone', 'fullAddress', 'investorId', 'isActive', 'notes'],
  details: preloadable(() => import('./referral-details.tsx').then((each) => each.ReferralDetails)),
  columns: {
    primary: {
      about: ({ fullAddress }) => fullAddress && <Name>{fullAddress}</Name>,
      wraps: 'about',
    },
    others: [
      { field: 'email', minRem: 14 },
      { field: 'phone', width: '11rem' },
      { field: 'investorId', drops: 'first' },
      { field: 'isActive', width: '6.5rem' },
    ],
  },
})
