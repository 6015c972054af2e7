import { isLater } from '#schema/entities/valuations/entity.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { recordTab } from '#web/records/details/record-tab.tsx'
import { OutstandingPayments } from './outstanding-payments.tsx'

export const valuations = recordTab({
  entity: 'valuations',
  via: 'projectId',
  form: formOf('valuations', ['nav', 'valuationDate', 'notes']),
  notice: OutstandingPayments,
  deletePlan: {
    values: (row) => ({
      nav: <RecordValue entity="valuations" row={row} field="nav" money="exact" />,
      date: <RecordValue entity="valuations" row={row} field="valuationDate" />,
    }),
  },
  columns: ['valuationDate', 'nav', 'notes'],
  whenNarrow: { notes: 'below' },
  newestFirst: (one, other) => (isLater(one, other) ? -1 : 1),
})
