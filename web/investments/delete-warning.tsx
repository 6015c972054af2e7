import type { Row } from '#schema/registry.ts'
import type { Warning } from '#web/records/delete-record.tsx'
import { RecordName } from '#web/records/record-name.tsx'
import { Money } from '#web/ui/format/money.tsx'

/** The values in the warning: how much, whose, in which project. */
export const deleteWarning: Warning<Row<'investments'>> = ({
  amount,
  currency,
  investorId,
  projectId,
  projectName,
}) => ({
  amount: <Money as="whole" amount={amount} currency={currency} />,
  investor: <RecordName entity="investors" id={investorId} />,
  project: <RecordName entity="projects" id={projectId} otherwise={projectName} />,
})
