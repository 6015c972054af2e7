import type { Rules, Saving } from '#schema/kernel/entity-rules.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { addMonths } from '#schema/money/dates.ts'
import type { RowOf } from '#schema/kernel/entity.ts'
import type { investors } from './entity.ts'
import { kycReviewDay, longestKycPeriodMonths } from './kyc.ts'

type Investor = RowOf<typeof investors>

const grounds = ['kycReason', 'kycDocuments'] as const

export const investorRules: Rules<'investors'> = {
  validate(investor, saving) {
    const { before, today } = saving
    const after = withoutEarlierGrounds(investor, saving)
    const { kycStatus, kycReason, kycReviewOn } = after
    // A created record was rejected elsewhere.
    if (before && kycStatus === 'REJECTED' && before.kycStatus !== kycStatus && !kycReason?.trim())
      return { kycReason: { key: 'required' } }
    if (kycStatus !== 'APPROVED' || !kycReviewOn || kycReviewOn === before?.kycReviewOn) return {}
    if (kycReviewOn > addMonths(today, longestKycPeriodMonths)) return { kycReviewOn: { key: 'kycReviewTooLate' } }
    // A created record may have been approved long ago.
    return before && kycReviewOn < today ? { kycReviewOn: { key: 'kycReviewInPast' } } : {}
  },

  complete(investor, _read, saving) {
    const { before, today, writer } = saving
    if (!isDecision(before, investor)) return investor
    const reviewed = { ...withoutEarlierGrounds(investor, saving), kycReviewOn: reviewDayOf(before, investor, today) }
    if (!before) return reviewed
    return { ...reviewed, kycDecidedAt: writer?.at ?? null, kycDecidedBy: writer?.userId ?? null }
  },

  clearedUnlessNamed: grounds,
  datedBy: ['kycStatus', 'kycReviewOn'],
}

const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** The reason and the evidence of one decision are not those of the next. */
function withoutEarlierGrounds(after: Investor, { before, named }: Saving<Investor>): Investor {
  if (!before || before.kycStatus === after.kycStatus) return after
  const earlier = grounds.filter((field) => !named?.includes(field) && isEqual(after[field], before[field]))
  return { ...after, ...Object.fromEntries(earlier.map((field) => [field, null])) }
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
