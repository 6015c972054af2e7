import { entity } from './entity.ts'
import { currencies, dateFormats, languages } from './enumerations.ts'
import { choice, fixed, user, withDefault } from './field.ts'
import { timeZones } from './time-zones.ts'
import { eachOwn, ownUser } from './viewer.ts'

export const userPreferences = entity({
  name: 'userPreferences',
  one: 'preferences',
  table: 'user_preferences',
  fields: {
    userId: fixed(user()),
    defaultCurrency: withDefault(choice(currencies), 'USD'),
    dateFormat: withDefault(choice(dateFormats), 'MM/DD/YYYY'),
    timeZone: withDefault(choice(timeZones, 'timeZone'), 'UTC'),
    language: withDefault(choice(languages), 'en'),
  },
  access: eachOwn({ read: [{ userId: ownUser }], create: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  replicate: 'own',
  unique: [['userId']],
})
