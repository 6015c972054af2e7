import { differOnlyIn, type Rules } from '#schema/kernel/noun-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const opportunityRules: Rules<'opportunities'> = {
  /** An investor says that they looked, and answers. They cannot undo either. */
  permits: (person, was, is) =>
    isStaff(person) ||
    (was !== null &&
      differOnlyIn(was, is, ['viewed', 'viewedAt', 'responded', 'response', 'respondedAt']) &&
      is.viewed >= was.viewed &&
      is.responded >= was.responded),
}
