import { preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'
import type { ServerRules } from '#server/records/rows/entity-rules.ts'

export const userPreferencesRules: ServerRules<'userPreferences'> = {
  /** Another id could replace somebody else's preferences. */
  defaultsFor: ({ userId }, values, id) =>
    values['userId'] === userId && id !== preferencesIdOf(userId)
      ? { issues: { id: { key: 'reference' } } }
      : { values: {} },
  async timeZoneOf(tx, { tenantId, userId }) {
    const [preferences] = await tx.query<{ zone: string | null }>(
      'select time_zone as zone from user_preferences where tenant_id = $1 and user_id = $2 and deleted_at is null',
      [tenantId, userId],
    )
    return preferences?.zone ?? null
  },
}
