import { entity } from '#schema/kernel/entity.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import {
  byServer,
  choice,
  count,
  flag,
  json,
  moment,
  neverExposed,
  optional,
  secret,
  text,
  user,
  withDefault,
} from '#schema/kernel/field.ts'
import { maxUnsent, sessionEnds } from '#schema/sync/protocol.ts'
import { adminReads, ownUser } from '#schema/kernel/viewer.ts'

/** A sign-in. `sid` is the SHA-256 of what the cookie holds, so that nobody who reads the table can sign in with it. */
export const sessions = entity({
  name: 'sessions',
  one: 'session',
  /** Those that are over are not read there. */
  path: 'devices',
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
    /** The browser and the kind of device, in words, as the browser named itself at the sign-in. */
    device: byServer(optional(text(100))),
    /** What the device said last: the version of the protocol that it speaks, and how many changes it has not sent. */
    version: byServer(optional(count(999_999))),
    unsent: byServer(optional(count(maxUnsent))),
    /** The browser's address for push messages, as a hash: one session has it, in whatever firm. */
    pushHash: neverExposed(byServer(optional(text(64)))),
    /** Why the session ended before its time; it is known for 90 days. */
    endedAs: byServer(optional(choice(sessionEnds))),
    endedAt: byServer(optional(moment())),
    /** Set when an administrator revoked it: its device hands in what it has not sent, and is wiped (HELD1). */
    isWithdrawn: neverExposed(byServer(withDefault(flag(), false))),
  },
  title: { of: ['device'] },
  access: adminReads,
  verbs: {
    /** Signs a device out. */
    revoke: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: [{ userId: ownUser }], INVESTOR: [{ userId: ownUser }] },
    },
  },
  replicate: 'never',
  hasActivity: false,
  unique: [['sid'], ['pushHash']],
})
