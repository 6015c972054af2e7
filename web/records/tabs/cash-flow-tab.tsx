import { Text } from '@mantine/core'
import i18next from 'i18next'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Row } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { choiceLabel, fieldLabel, unknownText } from '#web/records/names/entity-texts.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { recordTab, type TabPlan } from '#web/records/details/record-tab.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { FirstCall } from './first-call.tsx'
import { FlowFigures } from './flow-figures.tsx'

type CashFlow = Row<'cashFlows'>

const type = { field: 'type', startsEmpty: true } as const

const investmentId = {
  field: 'investmentId',
  sharing: ['projectId', 'investorId'],
  when: (values: Values, store: Store) => holdingsOf(values, store).length > 1,
} as const

const moreDue = {
  field: 'moreDue',
  when: ({ type, investmentId: id, ...values }: Values, store: Store) =>
    type === 'DISTRIBUTION' &&
    holdingsOf(values, store).some((each) => statusClass(each.status) === 'EXITED' && (!id || each.id === id)),
} as const

function holdingsOf({ projectId, investorId }: Values, store: Store): readonly Row<'investments'>[] {
  if (typeof projectId !== 'string' || typeof investorId !== 'string' || !investorId) return []
  return store
    .table('investments')
    .where('investorId', investorId)
    .filter((each) => each.projectId === projectId)
}

const shared = {
  deletePlan: {
    values: (row: CashFlow) => ({
      amount: <RecordValue entity="cashFlows" row={row} field="amount" money="exact" />,
      type: choiceLabel('cashFlows', 'type', row.type),
      date: <RecordValue entity="cashFlows" row={row} field="date" />,
    }),
  },
  cell: (row: CashFlow, field: string) => (field === 'type' ? <FlowType flow={row} /> : undefined),
  newestFirst: (one: CashFlow, other: CashFlow) =>
    one.date === other.date ? (one.id < other.id ? 1 : -1) : one.date < other.date ? 1 : -1,
  figures: FlowFigures,
  notice: FirstCall,
} satisfies Partial<TabPlan<'cashFlows'>>

export const projectCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'projectId',
  form: formOf('cashFlows', [type, 'investorId', investmentId, 'amount', 'currency', 'date', moreDue, 'description']),
  columns: ['date', 'type', 'amount', 'investorId', 'description'],
  whenNarrow: { investorId: 'below', description: 'below' },
})

export const investorCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'investorId',
  form: formOf('cashFlows', [type, 'projectId', investmentId, 'amount', 'currency', 'date', moreDue, 'description']),
  columns: ['date', 'type', 'amount', 'projectId', 'description'],
  whenNarrow: { projectId: 'below', description: 'below' },
})

/** Cash flows name project and investor, not the investment. */
export const investmentCashFlows = recordTab({
  entity: 'cashFlows',
  ...shared,
  via: 'projectId',
  parentFields(id, read) {
    const investment = read('investments', id)
    return { projectId: investment?.['projectId'], investorId: investment?.['investorId'] }
  },
  preset: (investmentId) => ({ investmentId }),
  form: formOf('cashFlows', [type, investmentId, 'amount', 'currency', 'date', moreDue, 'description']),
  columns: ['date', 'type', 'amount', 'description'],
  whenNarrow: { description: 'below' },
})

const FlowType = ({ flow: { type, investmentId, moreDue } }: { readonly flow: CashFlow }) => (
  <>
    {choiceLabel('cashFlows', 'type', type)}
    <Text size="sm" c="dimmed">
      {i18next.t(isCall(type) ? 'cashFlows:way.in' : 'cashFlows:way.out')}
      {moreDue && ` · ${fieldLabel('cashFlows', 'moreDue')}`}
    </Text>
    {investmentId && <InvestmentTitle id={investmentId} />}
  </>
)

/** The project alone does not tell which investment it is. */
function InvestmentTitle({ id }: { readonly id: string }) {
  useTable('investments')
  return <Name>{titleInStore(useStore(), 'investments', id) ?? unknownText('investments')}</Name>
}
