import { isSigned } from '#schema/document-signature-rules.ts'
import { personOf, tenantOf } from '../records/actor.ts'
import type { ServerRules, Written } from '../records/noun-rules.ts'
import { transact } from '../records/transact.ts'

const isAsked = ({ was, is }: Written<'documentSignatures'>): boolean =>
  is?.status === 'PENDING_SIGNATURE' && was?.status !== 'PENDING_SIGNATURE'

export const documentSignatureRules: ServerRules<'documentSignatures'> = {
  /** The server's time decides when something was signed. */
  complete: (_, row) => (isSigned(row) && row.signedAt === null ? { ...row, signedAt: row.updatedAt } : row),

  /** Tells people that a document waits for their signature; its name is not told, because they may not see it yet. */
  async afterCommit(deps, { actor }, written) {
    const asked = written.filter((each) => isAsked(each) && each.row.signerId !== personOf(actor))
    if (!asked.length) return
    await transact(deps, { kind: 'system', tenantId: tenantOf(actor) }, async (batch) => {
      for (const { row } of asked)
        await batch.create('notifications', {
          userId: row.signerId,
          kind: 'DOCUMENT_TO_SIGN',
          titleKey: 'notifications:titles.DOCUMENT_TO_SIGN',
          params: { documentId: row.documentId },
          url: '/documents',
        })
    })
  },
}
