import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const opportunityRules: Rules<'opportunities'> = {
  /** Investors may mark an opportunity as viewed and respond, but cannot undo either. */
  permits: (person, was, is) =>
    isStaff(person) ||
    (was !== null &&
      differOnlyIn(was, is, ['viewed', 'viewedAt', 'responded', 'response', 'respondedAt']) &&
      is.viewed >= was.viewed &&
      is.responded >= was.responded),
}
