import { entity } from './entity.ts'
import { byServer, json, moment, secret, user } from './field.ts'
import { adminOnly } from './viewer.ts'

/** A sign-in. `sid` is the SHA-256 of what the cookie holds; `sess` the acting role and where it began. */
export const sessions = entity({
  name: 'sessions',
  one: 'session',
  table: 'sessions',
  home: 'directory',
  fields: {
    sid: secret(64),
    userId: byServer(user()),
    sess: byServer(json()),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
  },
  access: adminOnly,
  replicate: 'never',
  unique: [['sid']],
})
