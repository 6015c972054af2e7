import type { Issues } from '#schema/kernel/issues.ts'
import { isSame } from '#schema/records/change.ts'
import type { PendingNotification, ServerRules, Stored, Written } from '#server/records/rows/entity-rules.ts'
import type { ReadSet } from '#server/records/rows/working-set.ts'
import { keepPreviousReviewer } from './previous-decision.ts'

/** Staff and the investor's users open different screens. */
export const kycDue = (id: string): PendingNotification[] => {
  const notice = { kind: 'KYC_DUE', subject: { entity: 'investors', id } } as const
  return [
    { ...notice, to: { all: 'STAFF' }, url: '/investors' },
    { ...notice, to: { investorId: id }, url: '/investor-portal' },
  ]
}

const notificationsFor = ({ before, after }: Written<'investors'>): readonly PendingNotification[] =>
  before && after?.kycStatus === 'EXPIRED' && before.kycStatus !== 'EXPIRED' ? kycDue(after.id) : []

/** Evidence may be deleted, or moved by a merge, after it was added. */
async function evidenceIssues(
  set: ReadSet,
  before: Stored<'investors'> | null,
  { id, kycDocuments }: Stored<'investors'>,
): Promise<Issues | undefined> {
  const added = (kycDocuments ?? []).filter((each) => !before?.kycDocuments?.includes(each))
  for (const documentId of added)
    if ((await set.get('documents', documentId))?.['investorId'] !== id) return { kycDocuments: { key: 'missing' } }
  return undefined
}

export const investorRules: ServerRules<'investors'> = {
  collectReads(reads, { before, after }) {
    const { kycDocuments } = after
    if (!Array.isArray(kycDocuments) || isSame(before?.['kycDocuments'], kycDocuments)) return
    for (const id of kycDocuments) reads.row('documents', id)
  },
  validateCreate: (set, _viewer, investor) => evidenceIssues(set, null, investor),
  validateUpdate: evidenceIssues,
  updateDependents: keepPreviousReviewer,
  notificationsFor,
}
