import { preferencesIdOf } from '#schema/user-preferences.ts'
import type { ServerRules } from '../records/noun-rules.ts'

export const userPreferencesRules: ServerRules<'userPreferences'> = {
  /** With any other id the row could take the place of another person's preferences. */
  given: ({ userId }, values, id) =>
    values['userId'] === userId && id !== preferencesIdOf(userId)
      ? { issues: { id: { key: 'reference' } } }
      : { values: {} },
}
