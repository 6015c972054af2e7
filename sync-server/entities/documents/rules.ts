import { isSigned } from '#schema/entities/document-signatures/rules.ts'
import { readersOf, signedFieldsOf, signedFields } from '#schema/entities/documents/entity.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import { type Actor, authorViewerOf } from '#server/records/actor.ts'
import type { PendingNotification, ServerRules, Stored, Written } from '#server/records/rows/entity-rules.ts'

const notifiedReadersOf = ({ investorId, shown }: Stored<'documents'>): string | null =>
  investorId ?? (shown ? 'INVESTORS' : null)

function notificationsFor({ before, after }: Written<'documents'>, actor: Actor): PendingNotification[] {
  if (!after) return []
  const notification = {
    kind: 'DOCUMENT_ADDED',
    subject: { entity: 'documents', id: after.id },
    url: '/documents',
  } as const
  const readers = notifiedReadersOf(after)
  const isNew = readers !== null && (!before || notifiedReadersOf(before) !== readers)
  const to = after.investorId === null ? ({ all: 'INVESTORS' } as const) : { investorId: after.investorId }
  const isUpload = !before && 'viewer' in actor && !isStaff(authorViewerOf(actor))
  return [
    ...(isNew ? [{ ...notification, to }] : []),
    ...(isUpload ? [{ ...notification, to: { all: 'STAFF' } as const }] : []),
  ]
}

const signaturesOf = { entity: 'documentSignatures', field: 'documentId' } as const

/** Staff have no limit. */
const maxPerRecord = 500

export const documentRules: ServerRules<'documents'> = {
  /** Defaults to the investor's own record; a person with several must name one. */
  defaultsFor(author, values) {
    const uploadedBy = author.userId
    if (isStaff(author) || values['investorId'] !== null) return { values: { uploadedBy } }
    const [investorId, ...others] = author.investorIds
    if (others.length) return { issues: { investorId: { key: 'ownRecord' } } }
    return { values: investorId ? { uploadedBy, investorId } : { uploadedBy } }
  },

  async validateCreate(set, viewer, { investorId }) {
    if (isStaff(viewer) || investorId === null) return undefined
    const existing = await set.children({ entity: 'documents', field: 'investorId' }, investorId)
    return existing.length < maxPerRecord
      ? undefined
      : { investorId: { key: 'mostDocuments', params: { max: maxPerRecord } } }
  },

  collectReads(reads, { before, after }) {
    reads.row('investors', before?.['investorId'])
    if (!before || signedFields.every((field) => before[field] === after[field])) return
    reads.children(signaturesOf, after.id)
    reads.deletedChildren(signaturesOf, after.id)
  },

  /** Signed documents are immutable. */
  async assertUnchanged(set, previous, next) {
    const [before, after] = [signedFieldsOf(previous), signedFieldsOf(next)]
    const changed: string[] = signedFields.filter((field) => before[field] !== after[field])
    // Refuses before the upload, not after it.
    if (next.fileState === 'WAITING' && previous.fileState !== 'WAITING') changed.push('fileState')
    if (!changed.length) return undefined
    // Deleted signatures can be restored.
    const live = await set.children(signaturesOf, previous.id)
    const signatures = [...live, ...(await set.deletedChildren(signaturesOf, previous.id))]
    const isKept = signatures.some((each) => isSigned(each as Stored<'documentSignatures'>))
    return isKept ? Object.fromEntries(changed.map((field) => [field, { key: 'signed' }])) : undefined
  },

  /** Investors cannot exchange the evidence of a decision. */
  async validateUpdate(set, { id, investorId, version }, _after, viewer) {
    if (isStaff(viewer) || investorId === null || version === 0) return undefined
    const investor = (await set.get('investors', investorId)) as Stored<'investors'> | undefined
    return investor?.kycDocuments?.includes(id) ? { '': { key: 'evidence' } } : undefined
  },

  /** A project's document is shown to everybody who sees the project. */
  derive(set, row) {
    const project = row.projectId === null ? undefined : set.peek('projects', row.projectId)
    return { ...row, shown: readersOf(row, project?.['isVisibleToInvestors'] === true) === 'INVESTORS' }
  },

  deriveFrom: { projectId: ['isVisibleToInvestors'] },
  notificationsFor,
}
