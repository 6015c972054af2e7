import { addDays } from '#schema/money/dates.ts'
import { soonDays } from './upcoming.ts'
import { kycState, type Reviewed } from '#schema/entities/investors/kyc.ts'

/** Most urgent first. */
export const reviewKinds = ['EXPIRED', 'IN_REVIEW', 'ENDING', 'PENDING'] as const

/** Why an investor needs a review; a new one needs it once there is evidence. */
export function kycReviewKind(
  investor: Reviewed,
  hasEvidence: boolean,
  today: string,
): (typeof reviewKinds)[number] | null {
  const state = kycState(investor, today)
  if (state === 'EXPIRED' || state === 'IN_REVIEW') return state
  if (state === 'PENDING') return hasEvidence ? state : null
  return state === 'APPROVED' && endsSoon(investor, today) ? 'ENDING' : null
}

const endsSoon = ({ kycReviewOn }: Reviewed, today: string): boolean =>
  Boolean(kycReviewOn && kycReviewOn <= addDays(today, soonDays))
