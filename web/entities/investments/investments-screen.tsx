import { IconBuildingSkyscraper, IconCoins } from '@tabler/icons-react'
import i18next from 'i18next'
import { dueStateOf } from '#schema/portfolio/upcoming.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { dueFilter } from '#web/records/filters/due-filter.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { deleteWarning } from './delete-warning.tsx'
import { investmentJoins, investmentText, usualOrder } from './investment-text.ts'
import { RedemptionDate } from './redemption-date.tsx'

export const InvestmentsScreen = recordScreen({
  entity: 'investments',
  icon: IconCoins,
  searchText: investmentText,
  joins: investmentJoins,
  order: usualOrder,
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
    { field: 'exitedOn', when: ({ status }) => status === 'EXITED', startsToday: true },
    { field: 'nothingMoreDue', only: 'edit', when: ({ status }) => status === 'EXITED' },
    { field: 'currency', isAdvanced: true },
  ]),
  facts: ['projectId', 'investorId', 'investmentDate'],
  details: preloadable(() => import('./investment-details.tsx').then((each) => each.InvestmentDetails)),
  deletePlan: { values: deleteWarning },
  actions: [
    {
      id: 'project',
      icon: IconBuildingSkyscraper,
      label: () => i18next.t('projects:view'),
      needs: { entity: 'projects', verb: 'read' },
      run: ({ projectId }, { go }) => go?.('projects', { dialog: 'details', record: projectId }),
      isRare: true,
    },
  ],
  filters: [
    'status',
    dueFilter(dueStateOf, () => i18next.t('common:due.label')),
    'projectId',
    'investorId',
    { due: 'redemptionDate' },
    'investmentDate',
    'amount',
    'currency',
  ],
  columns: {
    primary: { nameField: 'projectId' },
    others: [
      { field: 'investorId' },
      { field: 'amount', money: 'whole', width: '9.25rem', drops: 'never' },
      { field: 'status', width: '7.75rem' },
      { field: 'investmentDate', width: '8.25rem' },
      {
        field: 'redemptionDate',
        width: '8.25rem',
        cell: (investment) => <RedemptionDate investment={investment} />,
      },
    ],
  },
})
