import type { Row } from '#schema/registry.ts'

interface Decision {
  readonly kycStatus: string
  readonly kycReason: string | null
  /** Of an approval. */
  readonly kycReviewOn: string
}

/** A decision names the evidence of its moment, because none is inherited from the previous one. */
export const kycDecision = (
  { kycStatus, kycReason, kycReviewOn }: Decision,
  evidence: readonly Row<'documents'>[],
) => ({
  kycStatus,
  kycReason,
  ...(kycStatus === 'APPROVED' && { kycReviewOn }),
  kycDocuments: evidence.length > 0 ? evidence.map(({ id }) => id) : null,
})
