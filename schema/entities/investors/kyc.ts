// Until when an approval of an investor applies.
import { addMonths } from '#schema/money/dates.ts'
import type { kycEvidenceKinds } from '#schema/kernel/enumerations.ts'

const kycPeriodMonths = 12
export const longestKycPeriodMonths = 60

interface Reviewed<Status> {
  readonly kycStatus: Status
  /** Missing on devices that have not synced since it exists. */
  readonly kycReviewOn?: string | null
}

/** EXPIRED also before the server has recorded that the approval ended. */
export const kycState = <Status>({ kycStatus, kycReviewOn }: Reviewed<Status>, today: string): Status | 'EXPIRED' =>
  kycStatus === 'APPROVED' && kycReviewOn && kycReviewOn < today ? 'EXPIRED' : kycStatus

interface Evidence {
  readonly kycEvidence?: (typeof kycEvidenceKinds)[number] | null
  readonly expiresOn?: string | null
}

/** The last day of an approval given today: it ends early with the first document that expires. */
export function kycReviewDay(documents: readonly Evidence[], today: string): string {
  const expiries = documents.flatMap(({ kycEvidence, expiresOn }) =>
    kycEvidence && expiresOn && expiresOn > today ? [expiresOn] : [],
  )
  return [addMonths(today, kycPeriodMonths), ...expiries].toSorted()[0]!
}
