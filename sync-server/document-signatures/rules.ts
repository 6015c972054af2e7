import { isSigned } from '#schema/document-signature-rules.ts'
import type { News, ServerRules, Written } from '../records/noun-rules.ts'

/** The signer is told; the document's name is not, because they may not see it yet. */
function newsOf({ row, was, is }: Written<'documentSignatures'>): News[] {
  if (is?.status !== 'PENDING_SIGNATURE' || was?.status === 'PENDING_SIGNATURE') return []
  const about = { entity: 'documents', id: row.documentId } as const
  return [{ to: { userId: row.signerId }, kind: 'DOCUMENT_TO_SIGN', about, url: '/documents' }]
}

export const documentSignatureRules: ServerRules<'documentSignatures'> = {
  /** The server's time decides when something was signed. */
  complete: (_, row) => (isSigned(row) && row.signedAt === null ? { ...row, signedAt: row.updatedAt } : row),

  afterCommit: async (deps, { actor }, written) => deps.tell?.(deps, actor, written.flatMap(newsOf)),
}
