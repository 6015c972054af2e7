import { entity } from './entity.ts'
import { currencies, languages } from './enumerations.ts'
import { choice, fixed, text, user, withDefault } from './field.ts'
import { eachOwn, ownUser } from './viewer.ts'

export const userPreferences = entity({
  name: 'userPreferences',
  one: 'preferences',
  table: 'user_preferences',
  fields: {
    userId: fixed(user()),
    defaultCurrency: withDefault(choice(currencies), 'USD'),
    dateFormat: withDefault(text(20), 'MM/DD/YYYY'),
    timeZone: withDefault(text(50), 'UTC'),
    language: withDefault(choice(languages), 'en'),
  },
  access: eachOwn({ read: [{ userId: ownUser }], create: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  replicate: 'own',
  unique: [['userId']],
})
