import { IconCirclePlus, IconCoins, IconPhone, IconUsers } from '@tabler/icons-react'
import i18next from 'i18next'
import { formOf } from '#web/records/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { telephoneLink } from '#web/ui/format/telephone-link.ts'
import { investorText } from './investor-text.ts'

export const InvestorsScreen = recordScreen({
  entity: 'investors',
  icon: IconUsers,
  searchText: () => investorText,
  form: formOf('investors', ['firstName', 'lastName', 'email', 'phone', 'address', 'nextContactOn', 'notes']),
  deletes: true,
  facts: ['email', 'phone', 'address', 'kycStatus', 'totalInvested', 'referralId', 'nextContactOn', 'notes'],
  actions: [
    {
      id: 'investments',
      icon: IconCoins,
      label: () => i18next.t('investors:viewInvestments'),
      needs: { entity: 'investments', verb: 'read' },
      run: ({ id }, { go }) => go?.('investments', { investorId: id }),
    },
    {
      id: 'invest',
      icon: IconCirclePlus,
      label: () => i18next.t('investors:addInvestment'),
      needs: { entity: 'investments', verb: 'create' },
      run: ({ id }, { go }) => go?.('investments', { investorId: id, dialog: 'create' }),
    },
    {
      id: 'call',
      icon: IconPhone,
      label: () => i18next.t('investors:call'),
      href: ({ phone }) => (phone ? telephoneLink(phone) : undefined),
    },
  ],
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
      { field: 'email', width: '26%', hideBelow: 'medium' },
      { field: 'phone', width: '11rem', hideBelow: 'wide' },
      { field: 'nextContactOn', width: '8rem', hideBelow: 'wide' },
      { field: 'totalInvested', width: '9rem', hideBelow: 'medium' },
    ],
  },
})
