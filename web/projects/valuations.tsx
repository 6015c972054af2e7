// What a project is worth, day by day: a tab of its details.
import { isLater } from '#schema/valuations.ts'
import { formOf } from '#web/records/form-of.ts'
import { RecordValue } from '#web/records/record-value.tsx'
import { recordTab } from '#web/records/record-tab.tsx'

export const valuations = recordTab({
  entity: 'valuations',
  via: 'projectId',
  form: formOf('valuations', ['nav', 'valuationDate', 'notes']),
  deletes: {
    values: (row) => ({
      nav: <RecordValue entity="valuations" row={row} field="nav" money="exact" />,
      date: <RecordValue entity="valuations" row={row} field="valuationDate" />,
    }),
  },
  columns: ['valuationDate', 'nav', 'valueRatio', 'notes'],
  newestFirst: (one, other) => (isLater(one, other) ? -1 : 1),
})
