import type { Rules, Saving } from '#schema/kernel/entity-rules.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { addDays, addMonths } from '#schema/money/dates.ts'
import type { RowOf } from '#schema/kernel/entity.ts'
import type { investors } from './entity.ts'
import { kycReviewDay, longestKycPeriodMonths } from './kyc.ts'

type Investor = RowOf<typeof investors>

const grounds = ['kycReason', 'kycReviewOn', 'kycDocuments'] as const
export const decisionFields = ['kycStatus', ...grounds] as const

export const investorRules: Rules<'investors'> = {
  validate(investor, saving) {
    const { before, today } = saving
    const after = withoutEarlierGrounds(investor, saving)
    const { kycStatus, kycReason, kycReviewOn } = after
    // A created record was rejected elsewhere.
    if (before && kycStatus === 'REJECTED' && before.kycStatus !== kycStatus && !kycReason?.trim())
      return { kycReason: { key: 'required' } }
    const isNew = before?.kycStatus !== 'APPROVED' || kycReviewOn !== before.kycReviewOn
    if (kycStatus !== 'APPROVED' || !kycReviewOn || !isNew) return {}
    if (kycReviewOn > addMonths(today, longestKycPeriodMonths)) return { kycReviewOn: { key: 'kycReviewTooLate' } }
    // A created record may have been approved long ago. Today began elsewhere already a day earlier.
    return before && kycReviewOn < addDays(today, -1) ? { kycReviewOn: { key: 'kycReviewInPast' } } : {}
  },

  complete(investor, _read, saving) {
    const { before, today, writer } = saving
    if (!isDecision(before, investor)) return investor
    // When a created record was approved is unknown, and so is the end of its approval.
    if (!before) return hasReviewDay(investor) ? investor : { ...investor, kycReviewOn: null }
    const decision = withoutEarlierGrounds(investor, saving)
    return {
      ...decision,
      ...(hasNewPeriod(before, decision) && { kycReviewOn: reviewDayOf(before, decision, today) }),
      kycDecidedAt: writer?.at ?? null,
      kycDecidedBy: writer?.userId ?? null,
    }
  },

  clearedUnlessNamed: grounds,
  datedBy: ['kycStatus', 'kycReviewOn'],
}

const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** The reason, the date and the evidence of one decision are not those of the next. */
function withoutEarlierGrounds(after: Investor, { before, named }: Saving<Investor>): Investor {
  if (!before || before.kycStatus === after.kycStatus) return after
  const earlier = grounds.filter((field) => !named?.includes(field) && isEqual(after[field], before[field]))
  return { ...after, ...Object.fromEntries(earlier.map((field) => [field, null])) }
}

const isDecision = (before: Investor | null, after: Investor): boolean =>
  before ? decisionFields.some((field) => !isEqual(before[field], after[field])) : after.kycStatus !== 'PENDING'

const hasNewPeriod = (before: Investor, after: Investor): boolean =>
  after.kycStatus !== before.kycStatus || !isEqual(after.kycReviewOn, before.kycReviewOn)

const hasReviewDay = ({ kycStatus }: Investor): boolean => kycStatus === 'APPROVED' || kycStatus === 'EXPIRED'

function reviewDayOf(before: Investor, after: Investor, today: string) {
  if (!hasReviewDay(after)) return null
  if (after.kycStatus === 'APPROVED') return after.kycReviewOn ?? kycReviewDay([], today)
  const end = after.kycReviewOn ?? before.kycReviewOn ?? null
  return end !== null && end > today ? today : end
}
