import { entity } from '#schema/kernel/entity.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import {
  byServer,
  choice,
  count,
  email,
  flag,
  json,
  language,
  moment,
  neverExposed,
  optional,
  picture,
  secret,
  text,
  user,
  withDefault,
} from '#schema/kernel/field.ts'
import { adminMay, adminReadsAnd, everyRole, ownUser } from '#schema/kernel/viewer.ts'

/** A person who signs in; the e-mail is unique across tenants (one person, one tenant). */
export const users = entity({
  name: 'users',
  one: 'user',
  table: 'users',
  home: 'directory',
  fields: {
    email: email(),
    /** False until the person has followed a link that only the owner of the mailbox can have seen. */
    isProven: neverExposed(byServer(withDefault(flag(), true))),
    firstName: optional(text(255)),
    lastName: optional(text(255)),
    profileImageUrl: optional(picture()),
    role: withDefault(choice(roles), 'INVESTOR'),
    /** Of mails and devices, until the person chooses for themselves; null: as each device. */
    preferredLanguage: withDefault(optional(language()), 'en'),
    isActive: withDefault(flag(), true),
    lastLogin: byServer(optional(moment())),
    invitedBy: byServer(optional(user())),
    passwordHash: optional(secret(500)),
    /** Who the person is at the firm's provider: the SHA-256 of issuer and subject, from their first sign-in there. */
    providerHash: optional(secret(64)),
    /** Of a link that sets a new password once, until then. */
    resetHash: optional(secret(64)),
    /** The same hash if the link was only mailed. */
    provingReset: optional(secret(64)),
    /** The secret of the codes that the person's app shows, sealed; the step of the last one; hashes of recovery codes. */
    totpEncrypted: optional(secret(500)),
    totpStep: neverExposed(byServer(optional(count(2_000_000_000)))),
    recoveryHashes: neverExposed(byServer(optional(json()))),
    resetExpiresAt: neverExposed(byServer(optional(moment()))),
  },
  title: { of: ['firstName', 'lastName'] },
  access: adminReadsAnd({ update: 'everything' }),
  verbs: {
    /** The person's session takes another role. */
    actAs: { may: everyRole([{ id: ownUser }]) },
    /** An administrator makes a link that sets a new password, and the person follows it. */
    reset: { may: adminMay },
    setPassword: { may: everyRole('nothing') },
    changePassword: { may: everyRole([{ id: ownUser }]) },
    /** The person changes their names or their picture. */
    rename: { may: everyRole([{ id: ownUser }]) },
    /** The second factor of a person: they turn it on, and they or an administrator take it off. */
    enrolTotp: { may: everyRole([{ id: ownUser }]) },
    removeTotp: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: [{ id: ownUser }], INVESTOR: [{ id: ownUser }] },
    },
    renewRecoveryCodes: { may: everyRole([{ id: ownUser }]) },
    useRecoveryCode: { may: everyRole('nothing') },
    /** The account loses its e-mail: to an invitation that proves the mailbox, or by the operator. */
    freeEmail: { may: everyRole('nothing') },
  },
  replicate: 'never',
  hasActivity: false,
  unique: [['email'], ['resetHash'], ['tenantId', 'providerHash']],
})
