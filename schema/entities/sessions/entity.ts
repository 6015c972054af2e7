import { entity } from '#schema/kernel/entity.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import { choice, count, device, flag, json, moment, secret, text, user } from '#schema/kernel/field-types.ts'
import { byServer, neverExposed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { maxUnsent, sessionEnds } from '#schema/sync/protocol.ts'
import { adminReads } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

/** `sid` is the SHA-256 of the cookie's value, so that reading the table is not enough to sign in. */
export const sessions = entity({
  name: 'sessions',
  singular: 'session',
  path: 'devices',
  table: 'sessions',
  home: 'directory',
  fields: {
    sid: secret(64),
    userId: byServer(user()),
    sess: byServer(json()),
    actingRole: byServer(optional(choice(roles))),
    /** The person who took the acting role. The database ends it when their role or status changes. */
    actingFor: byServer(optional(user())),
    actingFrom: byServer(optional(choice(roles))),
    actingWhile: byServer(optional(flag())),
    expire: byServer(moment()),
    lastUsed: byServer(moment()),
    device: byServer(optional(device())),
    version: byServer(optional(count(999_999))),
    unsent: byServer(optional(count(maxUnsent))),
    /** An endpoint belongs to one session, in any firm. */
    pushHash: neverExposed(byServer(optional(text(64)))),
    /** Kept for 90 days. */
    endedAs: byServer(optional(choice(sessionEnds))),
    endedAt: byServer(optional(moment())),
    /** The device submits its unsent changes and is wiped (HELD1). */
    isWithdrawn: neverExposed(byServer(withDefault(flag(), false))),
  },
  title: { of: ['device'] },
  personal: [{ of: 'userId', kept: ['sid'] }],
  access: adminReads,
  verbs: {
    revoke: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: [{ userId: ownUser }], INVESTOR: [{ userId: ownUser }] },
    },
  },
  replicate: 'never',
  hasActivity: false,
  unique: [['sid'], ['pushHash']],
})
