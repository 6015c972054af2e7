import { entity } from './entity.ts'
import { roles } from './enumerations.ts'
import { byServer, choice, flag, json, moment, optional, secret, user } from './field.ts'
import { adminOnly } from './viewer.ts'

/** A sign-in. `sid` is the SHA-256 of what the cookie holds, so that nobody who reads the table can sign in with it. */
export const sessions = entity({
  name: 'sessions',
  one: 'session',
  table: 'sessions',
  home: 'directory',
  fields: {
    sid: secret(64),
    userId: byServer(user()),
    sess: byServer(json()),
    /** The role in which the person acts, when it is not their own. */
    actingRole: byServer(optional(choice(roles))),
    /**
     * The person who took the acting role. The database empties this on any change of their role or standing, which
     * ends the acting role.
     */
    actingFor: byServer(optional(user())),
    actingFrom: byServer(optional(choice(roles))),
    actingWhile: byServer(optional(flag())),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
  },
  access: adminOnly,
  replicate: 'never',
  news: false,
  unique: [['sid']],
})
