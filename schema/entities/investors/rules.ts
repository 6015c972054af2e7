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
    const after = withoutInheritedGrounds(investor, saving)
    const { kycStatus, kycReason, kycReviewOn } = after
    // A new record may have been rejected in another system.
    if (before && kycStatus === 'REJECTED' && isDecision(before, after) && !kycReason?.trim())
      return { kycReason: { key: 'required' } }
    const isNew = before?.kycStatus !== 'APPROVED' || kycReviewOn !== before.kycReviewOn
    if (kycStatus !== 'APPROVED' || !kycReviewOn || !isNew) return {}
    if (kycReviewOn > addMonths(today, longestKycPeriodMonths)) return { kycReviewOn: { key: 'kycReviewTooLate' } }
    // A new record may have been approved long ago. In some time zones it is still yesterday.
    return before && kycReviewOn < addDays(today, -1) ? { kycReviewOn: { key: 'kycReviewInPast' } } : {}
  },

  complete(investor, _read, saving) {
    const { before, today, writer } = saving
    // The approval date of a new record is unknown, so its review date cannot be computed.
    if (!before) return hasReviewDay(investor) ? investor : { ...investor, kycReviewOn: null }
    const next = withReviewDay(before, withoutInheritedGrounds(investor, saving), today)
    if (!isDecision(before, next)) return next
    return { ...next, kycDecidedAt: writer?.at ?? null, kycDecidedBy: writer?.userId ?? null }
  },

  clearedUnlessNamed: grounds,
  datedBy: ['kycStatus', 'kycReviewOn'],
}

const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one ?? null) === canonicalJson(other ?? null)

/** A decision does not inherit the previous one's reason, review date or evidence. */
function withoutInheritedGrounds(after: Investor, { before, named }: Saving<Investor>): Investor {
  if (!before || before.kycStatus === after.kycStatus) return after
  const inherited = grounds.filter((field) => !named?.includes(field) && isEqual(after[field], before[field]))
  return { ...after, ...Object.fromEntries(inherited.map((field) => [field, null])) }
}

const isDecision = (before: Investor, after: Investor): boolean =>
  decisionFields.some((field) => !isEqual(before[field], after[field]))

const withReviewDay = (before: Investor, after: Investor, today: string): Investor =>
  after.kycStatus === before.kycStatus && isEqual(after.kycReviewOn, before.kycReviewOn)
    ? after
    : { ...after, kycReviewOn: reviewDayOf(before, after, today) }

const hasReviewDay = ({ kycStatus }: Investor): boolean => kycStatus === 'APPROVED' || kycStatus === 'EXPIRED'

function reviewDayOf(before: Investor, after: Investor, today: string) {
  if (!hasReviewDay(after)) return null
  if (after.kycStatus === 'APPROVED') return after.kycReviewOn ?? kycReviewDay([], today)
  const end = after.kycReviewOn ?? before.kycReviewOn ?? null
  return end !== null && end > today ? today : end
}
