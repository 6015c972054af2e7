import { addMonths } from '#schema/money/dates.ts'
import type { kycEvidenceKinds } from '#schema/kernel/enumerations.ts'

const kycPeriodMonths = 12
export const longestKycPeriodMonths = 60

type KycEvidence = (typeof kycEvidenceKinds)[number]
const requiredEvidence = ['IDENTIFICATION', 'PROOF_OF_ADDRESS'] as const satisfies readonly KycEvidence[]

export interface Reviewed<Status = string | null> {
  readonly kycStatus: Status
  /** Missing in rows that a device stored before this field existed. */
  readonly kycReviewOn?: string | null
}

/** Already EXPIRED before the server has recorded the expiry. */
export const kycState = <Status>({ kycStatus, kycReviewOn }: Reviewed<Status>, today: string): Status | 'EXPIRED' =>
  kycStatus === 'APPROVED' && kycReviewOn && kycReviewOn < today ? 'EXPIRED' : kycStatus

interface Evidence {
  readonly kycEvidence?: KycEvidence | null
  readonly expiresOn?: string | null
}

const isExpired = ({ expiresOn }: Evidence, today: string): boolean => Boolean(expiresOn && expiresOn < today)

export function missingEvidence(documents: readonly Evidence[], today: string): readonly KycEvidence[] {
  const valid = documents.filter((document) => !isExpired(document, today)).map(({ kycEvidence }) => kycEvidence)
  return requiredEvidence.filter((kind) => !valid.includes(kind))
}

/** The last day of an approval given today: it ends early with the first document that expires. */
export function kycReviewDay(documents: readonly Evidence[], today: string): string {
  const expiries = documents.flatMap(({ kycEvidence, expiresOn }) =>
    kycEvidence && expiresOn && expiresOn >= today ? [expiresOn] : [],
  )
  return [addMonths(today, kycPeriodMonths), ...expiries].toSorted()[0]!
}
