// The cash flows of a project, of an investor, or of an investment: a tab of their details.
import { Text } from '@mantine/core'
import i18next from 'i18next'
import { isCall } from '#schema/cash-flows.ts'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '../entity-texts.ts'
import { formOf } from '../form-of.ts'
import { RecordValue } from '../record-value.tsx'
import { recordTab, type TabPlan } from '../record-tab.tsx'
import { FlowFigures } from './flow-figures.tsx'

type CashFlow = Row<'cashFlows'>

const type = { field: 'type', startsEmpty: true } as const

const shared = {
  deletes: {
    values: (row: CashFlow) => ({
      amount: <RecordValue entity="cashFlows" row={row} field="amount" money="exact" />,
      type: choiceLabel('cashFlows', 'type', row.type),
      date: <RecordValue entity="cashFlows" row={row} field="date" />,
    }),
  },
  cell: (row: CashFlow, field: string) => (field === 'type' ? <Kind type={row.type} /> : undefined),
  newestFirst: (one: CashFlow, other: CashFlow) =>
    one.date === other.date ? (one.id < other.id ? 1 : -1) : one.date < other.date ? 1 : -1,
  figures: FlowFigures,
} satisfies Partial<TabPlan<'cashFlows'>>

export const projectCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'projectId',
  form: formOf('cashFlows', [type, 'investorId', 'amount', 'currency', 'date', 'description']),
  columns: ['date', 'type', 'amount', 'investorId', 'description'],
})

export const investorCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'investorId',
  form: formOf('cashFlows', [type, 'projectId', 'amount', 'currency', 'date', 'description']),
  columns: ['date', 'type', 'amount', 'projectId', 'description'],
})

/** Those of the investment's investor in its project: flows name these two, not the investment. */
export const investmentCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'projectId',
  belongs(id, read) {
    const investment = read('investments', id)
    return { projectId: investment?.['projectId'], investorId: investment?.['investorId'] }
  },
  form: formOf('cashFlows', [type, 'amount', 'currency', 'date', 'description']),
  columns: ['date', 'type', 'amount', 'description'],
})

const Kind = ({ type: of }: { readonly type: string }) => (
  <>
    {choiceLabel('cashFlows', 'type', of)}
    <Text size="sm" c="dimmed">
      {i18next.t(isCall(of) ? 'cashFlows:way.in' : 'cashFlows:way.out')}
    </Text>
  </>
)
