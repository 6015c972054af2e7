import type { Rules } from '#schema/kernel/noun-rules.ts'

export const userPreferencesRules: Rules<'userPreferences'> = {
  timeZoneFor: ({ userId, timeZone }, person) => (userId === person ? timeZone : null),
}
