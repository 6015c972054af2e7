import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import type { Row } from '#schema/registry.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const isSigned = ({ status }: Pick<Row<'documentSignatures'>, 'status'>): boolean => status === 'SIGNED'

export const documentSignatureRules: Rules<'documentSignatures'> = {
  /**
   * Only the signer signs, only what is ready to be signed, and a signature cannot be undone. Investors may do
   * nothing else.
   */
  permits(person, was, is) {
    if (was && isSigned(was)) return false
    const signs = isSigned(is)
    if (isStaff(person)) return !signs || (was !== null && is.signerId === person.userId)
    return signs && was?.status === 'PENDING_SIGNATURE' && differOnlyIn(was, is, ['status'])
  },

  permitsDelete: (row) => !isSigned(row),

  /** The signer must have seen the document's current state. */
  mustSee: (was, is) => (isSigned(is) && !isSigned(was) ? ['subject'] : []),
}
