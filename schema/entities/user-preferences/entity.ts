import { entity } from '#schema/kernel/entity.ts'
import { currencies, dateFormats, densities, notificationKinds } from '#schema/kernel/enumerations.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import { choice, choices, language, time, user } from '#schema/kernel/field-types.ts'
import { chosen, fixed, optional } from '#schema/kernel/field-options.ts'
import { timeZones } from '#schema/kernel/time-zones.ts'
import { ownRows } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

/** Null: each device uses its own settings. */
export const userPreferences = entity({
  name: 'userPreferences',
  singular: 'preferences',
  table: 'user_preferences',
  fields: {
    userId: fixed(user()),
    defaultCurrency: chosen(choice(currencies), 'USD'),
    dateFormat: chosen(choice(dateFormats), 'MM/DD/YYYY'),
    timeZone: chosen(choice(timeZones, 'timeZone'), 'UTC'),
    language: chosen(language(), 'en'),
    /** Null: all. */
    pushKinds: optional(choices(notificationKinds)),
    /** No push messages between these local times; the range may cross midnight. */
    quietFrom: optional(time()),
    quietUntil: optional(time()),
    density: optional(choice(densities)),
  },
  personal: [{ of: 'userId' }],
  access: ownRows({ read: [{ userId: ownUser }], create: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  idForUser: (userId) => preferencesIdOf(userId),
  groups: [['quietFrom', 'quietUntil']],
  hasActivity: false,
  check({ quietFrom, quietUntil }) {
    if (quietFrom && !quietUntil) return { quietUntil: { key: 'bothTimes' } }
    if (quietUntil && !quietFrom) return { quietFrom: { key: 'bothTimes' } }
    return quietFrom && quietFrom === quietUntil ? { quietUntil: { key: 'sameTimes' } } : {}
  },
  unique: [['userId']],
})

type Preferences = Omit<ValuesOf<typeof userPreferences.fields>, 'userId'>

export const noPreferences = Object.fromEntries(
  Object.entries(userPreferences.fields)
    .filter(([, { fixed: isFixed }]) => !isFixed)
    .map(([name]) => [name, null]),
) as { readonly [Name in keyof Preferences]: null }

export function preferencesOf<Preferences extends { readonly userId: string }>(
  all: Iterable<Preferences>,
  userId: string,
): Preferences | undefined {
  for (const each of all) if (each.userId === userId) return each
  return undefined
}

/** Derived from the user's id, so that two devices create the same row. */
export const preferencesIdOf = (userId: string): string =>
  userId.slice(0, 24) + userId.slice(24).replace(/[\da-f]/g, (digit) => (15 - parseInt(digit, 16)).toString(16))
