import { differOnlyIn, type Rules } from '#schema/kernel/noun-rules.ts'
import type { Row } from '#schema/registry.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const isSigned = ({ status }: Pick<Row<'documentSignatures'>, 'status'>): boolean => status === 'SIGNED'

export const documentSignatureRules: Rules<'documentSignatures'> = {
  /**
   * Nobody signs for somebody else, or undoes a signature, or signs what is not there to be read yet. An investor signs
   * what they are asked to sign, nothing else.
   */
  permits(person, was, is) {
    if (was && isSigned(was)) return false
    const signs = isSigned(is)
    if (isStaff(person)) return !signs || (was !== null && is.signerId === person.userId)
    return signs && was?.status === 'PENDING_SIGNATURE' && differOnlyIn(was, is, ['status'])
  },

  /** A signature stays as long as its document. */
  permitsDelete: (row) => !isSigned(row),

  /** Who signs has seen what the document was. */
  mustSee: (was, is) => (isSigned(is) && !isSigned(was) ? ['subject'] : []),
}
