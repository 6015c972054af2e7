import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const opportunityRules: Rules<'opportunities'> = {
  /** Investors may mark an opportunity as viewed and respond, but cannot undo either. */
  permits: (person, before, after) =>
    isStaff(person) ||
    (before !== null &&
      differOnlyIn(before, after, ['viewed', 'viewedAt', 'responded', 'response', 'respondedAt']) &&
      after.viewed >= before.viewed &&
      after.responded >= before.responded),
}
