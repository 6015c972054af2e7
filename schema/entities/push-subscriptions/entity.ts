import { entity } from '#schema/kernel/entity.ts'
import { sealed, secret, text, user } from '#schema/kernel/field-types.ts'
import { url } from '#schema/kernel/address-fields.ts'
import { capability, fixed } from '#schema/kernel/field-options.ts'
import { ownRows } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

/** Never replicated, because a device knows its own. */
export const pushSubscriptions = entity({
  name: 'pushSubscriptions',
  singular: 'push subscription',
  table: 'push_subscriptions',
  fields: {
    userId: fixed(user()),
    endpoint: fixed(capability(url())),
    p256dh: secret(255),
    /** The secret with which messages are encrypted, base64url. */
    auth: sealed(text(255), null),
  },
  personal: [{ of: 'userId', kept: ['auth'] }],
  access: ownRows({ read: [{ userId: ownUser }], create: [{ userId: ownUser }], delete: [{ userId: ownUser }] }),
  replicate: 'never',
  hasActivity: false,
  unique: [['endpoint']],
})
