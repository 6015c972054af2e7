import type { Rules } from '#schema/kernel/entity-rules.ts'
import { addMonths } from '#schema/money/dates.ts'
import type { RowOf } from '#schema/kernel/entity.ts'
import type { investors } from './entity.ts'
import { kycReviewDay, longestKycPeriodMonths } from './kyc.ts'

type Investor = RowOf<typeof investors>

export const investorRules: Rules<'investors'> = {
  validate(after, { before, today }) {
    const { kycStatus, kycReason, kycReviewOn } = after
    // A created record was rejected elsewhere.
    if (before && kycStatus === 'REJECTED' && before.kycStatus !== kycStatus && !kycReason?.trim())
      return { kycReason: { key: 'required' } }
    if (kycStatus !== 'APPROVED' || !kycReviewOn || kycReviewOn === before?.kycReviewOn) return {}
    if (kycReviewOn > addMonths(today, longestKycPeriodMonths)) return { kycReviewOn: { key: 'kycReviewTooLate' } }
    // A created record may have been approved long ago.
    return before && kycReviewOn < today ? { kycReviewOn: { key: 'kycReviewInPast' } } : {}
  },

  complete(investor, _read, { before, today, writer }) {
    if (!isDecision(before, investor)) return investor
    const reviewed = { ...investor, kycReviewOn: reviewDayOf(before, investor, today) }
    if (!before) return reviewed
    return { ...reviewed, kycDecidedAt: writer?.at ?? null, kycDecidedBy: writer?.userId ?? null }
  },

  datedBy: ['kycStatus', 'kycReviewOn'],
}

/** A new period for an approved investor is one, too. */
const isDecision = (before: Investor | null, after: Investor): boolean =>
  after.kycStatus !== (before ? before.kycStatus : 'PENDING') ||
  (after.kycStatus === 'APPROVED' && (after.kycReviewOn ?? null) !== (before?.kycReviewOn ?? null))

function reviewDayOf(before: Investor | null, after: Investor, today: string) {
  const { kycStatus } = after
  const kycReviewOn = after.kycReviewOn ?? null
  if (kycStatus === 'EXPIRED') return kycReviewOn
  if (kycStatus !== 'APPROVED') return null
  // The end of an earlier approval is not the end of this one.
  const isEarlier = before !== null && before.kycStatus !== 'APPROVED' && kycReviewOn === before.kycReviewOn
  return kycReviewOn === null || (isEarlier && kycReviewOn <= today) ? kycReviewDay([], today) : kycReviewOn
}
