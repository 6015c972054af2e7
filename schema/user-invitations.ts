import { entity } from './entity.ts'
import { invitationStatuses, roles } from './enumerations.ts'
import { byServer, choice, email, moment, optional, secret, text, user, withDefault } from './field.ts'
import { adminOnly } from './viewer.ts'

export const userInvitations = entity({
  name: 'userInvitations',
  one: 'invitation',
  table: 'user_invitations',
  home: 'directory',
  fields: {
    email: email(),
    role: withDefault(choice(roles), 'INVESTOR'),
    invitedBy: byServer(optional(user())),
    status: byServer(withDefault(choice(invitationStatuses), 'PENDING')),
    token: secret(64),
    message: optional(text(2000)),
    expiresAt: byServer(moment()),
    acceptedAt: byServer(optional(moment())),
  },
  access: adminOnly,
  replicate: 'never',
  news: false,
  unique: [['token']],
})
