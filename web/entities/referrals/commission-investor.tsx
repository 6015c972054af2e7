import { recordNameOf } from '#schema/records/record-name.ts'
import type { Row } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useRow } from '#web/records/data/use-table.ts'

type Commission = Row<'commissions'>

/** Manually entered commissions have no contact. */
export function CommissionReferrer({ commission }: { readonly commission: Pick<Commission, 'agreementId'> }) {
  const agreement = useRow('referralCommissions', commission.agreementId)
  return agreement ? <RecordName entity="referrals" id={agreement.referralId} /> : '—'
}

export function referrerText({ agreementId }: Pick<Commission, 'agreementId'>, read: ReadAny): string | null {
  const agreement = agreementId === null ? undefined : read('referralCommissions', agreementId)
  const contact = agreement && read('referrals', agreement['referralId'] as string)
  return (contact && recordNameOf('referrals', contact, read)) ?? null
}

export function CommissionInvestor({ commission }: { readonly commission: Pick<Commission, 'investmentId'> }) {
  const investment = useRow('investments', commission.investmentId)
  return investment ? <RecordName entity="investors" id={investment.investorId} /> : '—'
}
