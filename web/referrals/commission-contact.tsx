import type { Row } from '#schema/registry.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { useRow } from '#web/records/use-table.ts'

type Commission = Row<'commissions'>

/** To whom a commission is due; nobody is known for one that was entered by hand. */
export function CommissionContact({ commission }: { readonly commission: Pick<Commission, 'agreementId'> }) {
  const agreement = useRow('referralCommissions', commission.agreementId)
  return agreement ? <RecordName entity="referrals" id={agreement.referralId} /> : '—'
}

/** For whose investment it is due. */
export function CommissionInvestor({ commission }: { readonly commission: Pick<Commission, 'investmentId'> }) {
  const investment = useRow('investments', commission.investmentId)
  return investment ? <RecordName entity="investors" id={investment.investorId} /> : '—'
}
