import { entity } from '#schema/kernel/entity.ts'
import { invitationStatuses, roles } from '#schema/kernel/enumerations.ts'
import { choice, email, moment, reference, secret, status, text, user } from '#schema/kernel/field-types.ts'
import { byServer, optional, withDefault } from '#schema/kernel/field-options.ts'
import { adminMay, adminReadsAnd, everyRole } from '#schema/kernel/access.ts'

export const userInvitations = entity({
  name: 'userInvitations',
  singular: 'invitation',
  table: 'user_invitations',
  home: 'directory',
  fields: {
    email: email(),
    role: withDefault(choice(roles), 'INVESTOR'),
    invitedBy: byServer(optional(user())),
    status: byServer(withDefault(status(invitationStatuses), 'PENDING')),
    token: secret(64),
    /** The same hash if only the owner of the mailbox, or the operator, can have seen the link. */
    provingToken: optional(secret(64)),
    message: optional(text(2000)),
    investorId: optional(reference('investors')),
    expiresAt: byServer(moment()),
    acceptedAt: byServer(optional(moment())),
  },
  title: { of: ['email'] },
  personal: [{ of: 'self', kept: ['token'] }],
  access: adminReadsAnd({ create: 'everything' }),
  verbs: {
    resend: { may: adminMay },
    revoke: { may: adminMay },
    /** Accepted through the link alone; no role grants it. */
    accept: { may: everyRole('nothing') },
  },
  replicate: 'never',
  hasActivity: false,
  unique: [['token']],
})
