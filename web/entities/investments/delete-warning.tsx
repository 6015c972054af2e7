import type { Row } from '#schema/registry.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { SentenceValues } from '#web/records/list/record-plan.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'

type Investment = Row<'investments'>

export const deleteWarning = ({
  amount,
  currency,
  investorId,
  projectId,
  projectName,
}: Investment): SentenceValues => ({
  amount: <Money as="whole" amount={amount} currency={currency} />,
  investor: <RecordName entity="investors" id={investorId} />,
  project: <RecordName entity="projects" id={projectId} fallback={projectName} />,
})
