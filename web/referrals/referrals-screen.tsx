import { IconUserShare } from '@tabler/icons-react'
import { formOf } from '#web/records/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import type { Row } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'

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
  deletes: true,
  facts: ['email', 'phone', 'fullAddress', 'investorId', 'isActive', 'notes'],
  columns: {
    primary: {
      about: ({ fullAddress }) => fullAddress && <Name>{fullAddress}</Name>,
      narrow: ({ email, phone }) => <Name>{email ?? phone}</Name>,
    },
    others: [
      { field: 'email', width: '26%', hideBelow: 'medium' },
      { field: 'phone', width: '11rem', hideBelow: 'wide' },
      { field: 'investorId', width: '16%', hideBelow: 'wide' },
      { field: 'isActive', width: '8rem', hideBelow: 'medium' },
    ],
  },
})
