import type { Row } from '#schema/registry.ts'
import type { SentenceValues } from '#web/records/list/record-plan.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { CommissionReferrer } from './commission-investor.tsx'

export const commissionWarning = (commission: Row<'commissions'>): SentenceValues => ({
  amount: <RecordValue entity="commissions" row={commission} field="amount" money="exact" />,
  name: <CommissionReferrer commission={commission} />,
})
