import {
  IconCirclePlus,
  IconCoins,
  IconPhone,
  IconUserCheck,
  IconUsers,
  IconUsersMinus,
  IconUserShare,
} from '@tabler/icons-react'
import i18next from 'i18next'
import { kycState } from '#schema/entities/investors/kyc.ts'
import { dueState } from '#schema/portfolio/upcoming.ts'
import type { Row } from '#schema/registry.ts'
import { dueFilter } from '#web/records/filters/due-filter.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { similarNames } from '#web/records/form/similar-names.tsx'
import { recordScreen } from '#web/records/record-screen.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { telephoneLink } from '#web/ui/format/telephone-link.ts'
import { InvestorListTools } from './list-tools.tsx'
import { investorText } from './investor-text.ts'

const contactFilter = dueFilter<Row<'investors'>>(
  ({ nextContactOn }, today) => dueState(nextContactOn, today),
  () => i18next.t('common:due.label'),
)

export const InvestorsScreen = recordScreen({
  entity: 'investors',
  icon: IconUsers,
  searchText: () => investorText,
  order: 'name',
  form: formOf('investors', [
    'firstName',
    'lastName',
    'email',
    'phone',
    'address',
    'referralId',
    'nextContactOn',
    'notes',
  ]),
  notice: similarNames('investors'),
  deletePlan: true,
  facts: ['email', 'phone', 'address', 'referralId', 'nextContactOn'],
  details: preloadable(() => import('./investor-details.tsx').then((each) => each.InvestorDetails)),
  filters: [
    { choice: 'kycStatus', shownAs: kycState },
    contactFilter,
    'totalInvested',
    'nextContactOn',
    { has: 'investments' },
    { has: 'documents' },
  ],
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
      isMain: true,
    },
    {
      id: 'call',
      icon: IconPhone,
      label: () => i18next.t('investors:call'),
      href: ({ phone }) => (phone ? telephoneLink(phone) : undefined),
    },
    {
      id: 'kyc',
      icon: IconUserCheck,
      label: () => i18next.t('investors:kyc'),
      needs: { entity: 'investors', verb: 'update' },
      opens: preloadable(() => import('./kyc/change-kyc.tsx').then((each) => each.ChangeKyc)),
      isForm: true,
      isRare: true,
    },
    {
      id: 'merge',
      icon: IconUsersMinus,
      label: () => i18next.t('investors:merge'),
      title: () => i18next.t('investors:mergeTitle'),
      needs: { entity: 'investors', verb: 'update' },
      opens: preloadable(() => import('./merge-investors.tsx').then((each) => each.MergeInvestors)),
      isWide: true,
      isRare: true,
    },
  ],
  beside: InvestorListTools,
  columns: {
    primary: {
      about: ({ address }) => address && <Name>{address}</Name>,
      badge: ({ referralId }) =>
        referralId && (
          <Badge tone="brand" icon={IconUserShare}>
            <Sentence
              format={(name) => i18next.t('investors:referral', { name: name! })}
              parts={[<RecordName key="name" entity="referrals" id={referralId} />]}
            />
          </Badge>
        ),
    },
    others: [
      { field: 'email', minRem: 14, drops: 'first' },
      { field: 'phone', width: '11rem', drops: 'first' },
      { field: 'nextContactOn', width: '8.25rem' },
      { field: 'totalInvested', width: '8.6rem', drops: 'never' },
    ],
  },
})
