import { isSigned } from '#schema/entities/document-signatures/rules.ts'
import { documents, signedFieldsOf, signedFields } from '#schema/entities/documents/entity.ts'
import type { Row } from '#schema/registry.ts'
import { may } from '#schema/kernel/permissions.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { ServerRules } from '#server/records/rows/entity-rules.ts'

const subjectOf = (document: Row<'documents'>): string => hashOf(Object.values(signedFieldsOf(document)))

export const documentSignatureRules: ServerRules<'documentSignatures'> = {
  /** Signing requires read access. */
  async validateUpdate(set, before, after, viewer) {
    if (isSigned(before) || !isSigned(after)) return undefined
    const document = await set.get('documents', after.documentId)
    return document && may(documents, viewer, 'read', document) ? undefined : { documentId: { key: 'missing' } }
  },

  /** The server's time counts. Until the signature, the subject follows the document. */
  derive(set, row, from) {
    if (isSigned(row) && row.signedAt !== null) return row
    const document = set.peek('documents', row.documentId) as Row<'documents'> | undefined
    const subject = document ? subjectOf(document) : row.subject
    if (!isSigned(row)) return { ...row, subject }
    const userAgent = from?.userAgent?.slice(0, 512) ?? null
    return { ...row, subject, signedAt: row.updatedAt, ipAddress: from?.address ?? null, userAgent }
  },

  deriveFrom: { documentId: signedFields },
}
