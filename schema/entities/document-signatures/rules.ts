import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import type { Row } from '#schema/registry.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const isSigned = ({ status }: Pick<Row<'documentSignatures'>, 'status'>): boolean => status === 'SIGNED'

export const documentSignatureRules: Rules<'documentSignatures'> = {
  /** Only the signer signs what is ready, and cannot undo it. Investors may do nothing else. */
  permits(person, before, after) {
    if (before && isSigned(before)) return false
    const isSigning = isSigned(after)
    if (isStaff(person)) return !isSigning || (before !== null && after.signerId === person.userId)
    return isSigning && before?.status === 'PENDING_SIGNATURE' && differOnlyIn(before, after, ['status'])
  },

  permitsDelete: (row) => !isSigned(row),

  /** The signer must have seen the document's current state. */
  mustSee: (before, after) => (isSigned(after) && !isSigned(before) ? ['subject'] : []),
}
