import { entity } from '#schema/kernel/entity.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import { choice, count, flag, json, moment, secret, text, user } from '#schema/kernel/field-types.ts'
import { byServer, neverExposed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { maxUnsent, sessionEnds } from '#schema/sync/protocol.ts'
import { adminReads, ownUser } from '#schema/kernel/viewer.ts'

/** A session. `sid` is the SHA-256 of the cookie's value, so reading the table is not enough to sign in. */
export const sessions = entity({
  name: 'sessions',
  singular: 'session',
  /** Lists only active sessions. */
  path: 'devices',
  table: 'sessions',
  home: 'directory',
  fields: {
    sid: secret(64),
    userId: byServer(user()),
    sess: byServer(json()),
    /** The acting role, if it differs from the person's own. */
    actingRole: byServer(optional(choice(roles))),
    /**
     * The person who took the acting role. The database clears this when their role or status changes, which ends the acting
     * role.
     */
    actingFor: byServer(optional(user())),
    actingFrom: byServer(optional(choice(roles))),
    actingWhile: byServer(optional(flag())),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
    /** Browser and device type at sign-in. */
    device: byServer(optional(text(100))),
    /** Last reported protocol version and number of unsent changes. */
    version: byServer(optional(count(999_999))),
    unsent: byServer(optional(count(maxUnsent))),
    /** Hash of the push endpoint; it belongs to one session, in any firm. */
    pushHash: neverExposed(byServer(optional(text(64)))),
    /** Why the session ended early; kept for 90 days. */
    endedAs: byServer(optional(choice(sessionEnds))),
    endedAt: byServer(optional(moment())),
    /** Revoked by an administrator: the device submits its unsent changes and is wiped (HELD1). */
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
