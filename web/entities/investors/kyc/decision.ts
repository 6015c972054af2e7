import type { Row } from '#schema/registry.ts'

interface Decision {
  readonly kycStatus: string
  readonly kycReason: string | null
  /** Last day; approvals only. */
  readonly kycReviewOn: string
}

/** A decision names the evidence present at that time, because none is inherited from the previous one. */
export const kycDecision = (
  { kycStatus, kycReason, kycReviewOn }: Decision,
  evidence: readonly Row<'documents'>[],
) => ({
  kycStatus,
  kycReason,
  ...(kycStatus === 'APPROVED' && { kycReviewOn }),
  kycDocuments: evidence.length > 0 ? evidence.map(({ id }) => id) : null,
})
