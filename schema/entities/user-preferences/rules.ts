import type { Rules } from '#schema/kernel/entity-rules.ts'

export const userPreferencesRules: Rules<'userPreferences'> = {
  timeZoneFor: ({ userId, timeZone }, person) => (userId === person ? timeZone : null),
}
