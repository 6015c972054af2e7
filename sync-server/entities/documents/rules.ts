import { isSigned } from '#schema/entities/document-signatures/rules.ts'
import { signedPartOf, whatIsSigned } from '#schema/entities/documents/entity.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import { type Actor, makerOf } from '#server/records/actor.ts'
import type { News, ServerRules, Stored, Written } from '#server/records/rows/noun-rules.ts'

/** Which investors may read it: of one record, all of them, or none. */
const readersOf = ({ investorId, shown }: Stored<'documents'>): string | null =>
  investorId ?? (shown ? 'INVESTORS' : null)

/** Investors are told of what they may read from now on, also when it was there before; staff of what an investor adds. */
function notificationsFor({ was, is }: Written<'documents'>, actor: Actor): News[] {
  if (!is) return []
  const news = { kind: 'DOCUMENT_ADDED', about: { entity: 'documents', id: is.id }, url: '/documents' } as const
  const readers = readersOf(is)
  const isNew = readers !== null && (!was || readersOf(was) !== readers)
  const to = is.investorId === null ? ({ all: 'INVESTORS' } as const) : { investorId: is.investorId }
  const isUpload = !was && 'viewer' in actor && !isStaff(makerOf(actor))
  return [...(isNew ? [{ ...news, to }] : []), ...(isUpload ? [{ ...news, to: { all: 'STAFF' } as const }] : [])]
}

/** How many documents an investor's record may hold for its own people to add another; staff add as many as they like. */
const mostOfRecord = 500

export const documentRules: ServerRules<'documents'> = {
  /**
   * A document that an investor creates without naming an investor belongs to their own record; a person with several
   * records must name one.
   */
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

  /** What somebody has signed stays as they signed it. */
  async assertUnchanged(set, was, is) {
    const [before, after] = [signedPartOf(was), signedPartOf(is)]
    const changed: string[] = whatIsSigned.filter((field) => before[field] !== after[field])
    // Nobody begins to send what will be refused at the end.
    if (is.fileState === 'WAITING' && was.fileState !== 'WAITING') changed.push('fileState')
    if (!changed.length) return undefined
    const link = { entity: 'documentSignatures', field: 'documentId' } as const
    // A deleted one can be restored.
    const signatures = [...(await set.children(link, was.id)), ...(await set.deletedChildren(link, was.id))]
    const isKept = signatures.some((each) => isSigned(each as never))
    return isKept ? Object.fromEntries(changed.map((field) => [field, { key: 'signed' }])) : undefined
  },

  /**
   * Shows a project's document for investors to everybody who sees the project; one investor's document is theirs
   * alone.
   */
  complete(set, row) {
    const { projectId, investorId, audience } = row
    const isForInvestors = investorId === null && audience === 'INVESTORS'
    const project = projectId === null ? undefined : set.peek('projects', projectId)
    return { ...row, shown: isForInvestors && project?.['isVisibleToInvestors'] === true }
  },

  completeBy: { projectId: ['isVisibleToInvestors'] },
  notificationsFor,
}
