import { kycReviewKind, reviewKinds } from '#schema/portfolio/kyc-review.ts'
import type { Row } from '#schema/registry.ts'
import { evidenceOf } from '#web/records/kyc/use-evidence.ts'
import type { Store } from '#web/store/base/contract.ts'

const kindOf = (store: Store, investor: Row<'investors'>, today: string) =>
  kycReviewKind(investor, evidenceOf(store.table('documents'), investor.id).length > 0, today)

export const isToReview = (store: Store, investor: Row<'investors'>, today: string): boolean =>
  kindOf(store, investor, today) !== null

/** The most urgent first, and of those the ones that have waited longest. */
export function reviewQueue(store: Store, today: string): readonly string[] {
  return [...store.table('investors').all()]
    .flatMap((investor) => {
      const kind = kindOf(store, investor, today)
      if (kind === null) return []
      const { id, kycReviewOn, createdAt } = investor
      return [{ id, rank: `${reviewKinds.indexOf(kind)} ${kycReviewOn ?? '9999'} ${createdAt} ${id}` }]
    })
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ id }) => id)
}
