import { entity } from './entity.ts'
import { roles } from './enumerations.ts'
import { byServer, choice, flag, json, moment, optional, secret, user } from './field.ts'
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
    /** Who they were when they took it. The database empties this with any change of their role or standing, which ends it. */
    actingFor: byServer(optional(user())),
    actingFrom: byServer(optional(choice(roles))),
    actingWhile: byServer(optional(flag())),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
  },
  access: adminOnly,
  replicate: 'never',
  unique: [['sid']],
})
