import { entity } from './entity.ts'
import { roles } from './enumerations.ts'
import { byServer, choice, json, moment, optional, secret, user } from './field.ts'
import { adminOnly } from './viewer.ts'

/** A sign-in. `sid` is the SHA-256 of what the cookie holds: who reads the table cannot sign in with it. */
export const sessions = entity({
  name: 'sessions',
  one: 'session',
  table: 'sessions',
  home: 'directory',
  fields: {
    sid: secret(64),
    userId: byServer(user()),
    sess: byServer(json()),
    /** The role that the person acts in, where it is not their own. */
    actingRole: byServer(optional(choice(roles))),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
  },
  access: adminOnly,
  replicate: 'never',
  unique: [['sid']],
})
