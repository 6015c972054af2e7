import { IconCoins } from '@tabler/icons-react'
import { statusClass } from '#schema/enumerations.ts'
import { fieldLabel, statusLabel } from '#web/records/entity-texts.ts'
import { formOf } from '#web/records/form-of.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { recordScreen } from '#web/records/record-screen.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { deleteWarning } from './delete-warning.tsx'
import { investmentText } from './investment-text.ts'
import { RedemptionDate } from './redemption-date.tsx'

export const InvestmentsScreen = recordScreen({
  entity: 'investments',
  icon: IconCoins,
  searchText: investmentText,
  form: formOf('investments', [
    'projectId',
    'investorId',
    'amount',
    {
      field: 'status',
      options: { create: ['COMMITTED', 'FUNDED', 'EXITED'], edit: ['COMMITTED', 'ACTIVE', 'EXITED'] },
      shownAs: statusClass,
    },
    'investmentDate',
    'redemptionDate',
  ]),
  details: preloadable(() => import('./investment-details.tsx').then((each) => each.InvestmentDetails)),
  deletes: { values: deleteWarning },
  columns: {
    primary: {
      called: 'projectId',
      narrow: ({ investorId, status }) => (
        <>
          <RecordName entity="investors" id={investorId} /> · {statusLabel('investments', status)}
        </>
      ),
    },
    others: [
      { field: 'investorId', width: '17%', hideBelow: 'medium' },
      { field: 'amount', money: 'whole', width: '9.75rem' },
      { field: 'status', width: '7.25rem', hideBelow: 'medium' },
      { field: 'investmentDate', width: '8rem', hideBelow: 'wide' },
      {
        id: 'redemptionDate',
        header: () => fieldLabel('investments', 'redemptionDate'),
        width: '8.5rem',
        hideBelow: 'wide',
        sort: ({ redemptionDate }) => redemptionDate,
        cell: (investment) => <RedemptionDate investment={investment} />,
      },
    ],
  },
})
