import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const investorConnectionRules: Rules<'investorConnections'> = {
  permits: (person, was, is) =>
    isStaff(person) ||
    (was !== null && differOnlyIn(was, is, ['status', 'acceptedAt']) && ['ACCEPTED', 'BLOCKED'].includes(is.status)),
}
