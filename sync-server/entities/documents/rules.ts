import { isSigned } from '#schema/entities/document-signatures/rules.ts'
import { signedFieldsOf, signedFields } from '#schema/entities/documents/entity.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import { type Actor, makerOf } from '#server/records/actor.ts'
import type { PendingNotification, ServerRules, Stored, Written } from '#server/records/rows/entity-rules.ts'

const readersOf = ({ investorId, shown }: Stored<'documents'>): string | null =>
  investorId ?? (shown ? 'INVESTORS' : null)

function notificationsFor({ was, is }: Written<'documents'>, actor: Actor): PendingNotification[] {
  if (!is) return []
  const notification = { kind: 'DOCUMENT_ADDED', about: { entity: 'documents', id: is.id }, url: '/documents' } as const
  const readers = readersOf(is)
  const isNew = readers !== null && (!was || readersOf(was) !== readers)
  const to = is.investorId === null ? ({ all: 'INVESTORS' } as const) : { investorId: is.investorId }
  const isUpload = !was && 'viewer' in actor && !isStaff(makerOf(actor))
  return [
    ...(isNew ? [{ ...notification, to }] : []),
    ...(isUpload ? [{ ...notification, to: { all: 'STAFF' } as const }] : []),
  ]
}

/** Staff have no limit. */
const mostOfRecord = 500

export const documentRules: ServerRules<'documents'> = {
  /** Defaults to the investor's own record; a person with several must name one. */
  defaultsFor(maker, values) {
    const uploadedBy = maker.userId
    if (isStaff(maker) || values['investorId'] !== null) return { values: { uploadedBy } }
    const [investorId, ...others] = maker.investorIds
    if (others.length) return { issues: { investorId: { key: 'ownRecord' } } }
    return { values: investorId ? { uploadedBy, investorId } : { uploadedBy } }
  },

  async validateCreate(set, viewer, { investorId }) {
    if (isStaff(viewer) || investorId === null) return undefined
    const there = await set.children({ entity: 'documents', field: 'investorId' }, investorId)
    return there.length < mostOfRecord
      ? undefined
      : { investorId: { key: 'mostDocuments', params: { max: mostOfRecord } } }
  },

  /** Signed documents are immutable. */
  async assertUnchanged(set, was, is) {
    const [before, after] = [signedFieldsOf(was), signedFieldsOf(is)]
    const changed: string[] = signedFields.filter((field) => before[field] !== after[field])
    // Refuses before the upload, not after it.
    if (is.fileState === 'WAITING' && was.fileState !== 'WAITING') changed.push('fileState')
    if (!changed.length) return undefined
    const link = { entity: 'documentSignatures', field: 'documentId' } as const
    // Deleted signatures can be restored.
    const signatures = [...(await set.children(link, was.id)), ...(await set.deletedChildren(link, was.id))]
    const isKept = signatures.some((each) => isSigned(each as Stored<'documentSignatures'>))
    return isKept ? Object.fromEntries(changed.map((field) => [field, { key: 'signed' }])) : undefined
  },

  /** A project's document is shown to everybody who sees the project, an investor's only to that investor. */
  complete(set, row) {
    const { projectId, investorId, audience } = row
    const isForInvestors = investorId === null && audience === 'INVESTORS'
    const project = projectId === null ? undefined : set.peek('projects', projectId)
    return { ...row, shown: isForInvestors && project?.['isVisibleToInvestors'] === true }
  },

  completeBy: { projectId: ['isVisibleToInvestors'] },
  notificationsFor,
}
