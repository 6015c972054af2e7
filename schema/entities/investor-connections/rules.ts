import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const investorConnectionRules: Rules<'investorConnections'> = {
  permits: (person, before, after) =>
    isStaff(person) ||
    (before !== null &&
      differOnlyIn(before, after, ['status', 'acceptedAt']) &&
      ['ACCEPTED', 'BLOCKED'].includes(after.status)),
}
