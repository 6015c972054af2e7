import { entity } from './entity.ts'
import { fixed, secret, url, user } from './field.ts'
import { eachOwn, ownUser } from './viewer.ts'

/** Where a browser of a person is reached, as the Push API names it. Never replicated: a device knows its own. */
export const pushSubscriptions = entity({
  name: 'pushSubscriptions',
  one: 'push subscription',
  table: 'push_subscriptions',
  fields: {
    userId: fixed(user()),
    endpoint: fixed(url()),
    /** The browser's public key, P-256, base64url. */
    p256dh: secret(255),
    /** The secret that a message is encrypted with, base64url. */
    auth: secret(255),
  },
  access: eachOwn({ read: [{ userId: ownUser }], create: [{ userId: ownUser }], delete: [{ userId: ownUser }] }),
  replicate: 'never',
  unique: [['endpoint']],
})
