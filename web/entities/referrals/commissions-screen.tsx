import { IconReceipt2 } from '@tabler/icons-react'
import i18next from 'i18next'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { commissionActions } from './commission-actions.ts'
import { CommissionReferrer, CommissionInvestor, referrerText } from './commission-investor.tsx'
import { CommissionSums } from './commission-sums.tsx'
import { commissionText, StateBadge, stateFilter, stateText, stateLabel } from './commission-state.tsx'
import { commissionWarning } from './commission-warning.tsx'
import { selectedCommissions } from './selected-commissions.tsx'

export const CommissionsScreen = recordScreen({
  entity: 'commissions',
  icon: IconReceipt2,
  searchText: commissionText,
  order: '-dueDate',
  above: CommissionSums,
  filters: [stateFilter, 'feeType', 'dueDate', 'amount', 'currency'],
  form: formOf('commissions', [
    { field: 'investmentId', isWide: true },
    'feeType',
    'currency',
    'amount',
    'percentage',
    'dueDate',
    'description',
  ]),
  deletePlan: { values: commissionWarning },
  actions: commissionActions,
  selectedActions: selectedCommissions,
  facts: ['investmentId', 'feeType', 'percentage', 'calculatedOn', 'dueDate', 'paidDate', 'description'],
  details: preloadable(() => import('./commission-details.tsx').then((each) => each.CommissionDetails)),
  columns: {
    primary: {
      nameField: 'investmentId',
      about: (commission) => <CommissionInvestor commission={commission} />,
    },
    others: [
      {
        id: 'contact',
        header: () => i18next.t('commissions:contact'),
        drops: 'first',
        cell: (commission) => <CommissionReferrer commission={commission} />,
        text: referrerText,
      },
      { field: 'amount', money: 'exact', width: '9rem', drops: 'never' },
      { field: 'dueDate', width: '8.5rem' },
      {
        id: 'state',
        header: () => i18next.t('commissions:state'),
        width: '13rem',
        sort: ({ paidDate }) => paidDate,
        text: stateText,
        cell: (commission) =>
          commission.paidDate ? (
            <>
              {stateLabel('PAID')} · <RecordValue entity="commissions" row={commission} field="paidDate" />
            </>
          ) : (
            <StateBadge commission={commission} />
          ),
      },
    ],
  },
})
