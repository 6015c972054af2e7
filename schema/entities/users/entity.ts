import { entity } from '#schema/kernel/entity.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import { choice, count, email, flag, json, language, moment, secret, text, user } from '#schema/kernel/field-types.ts'
import { picture } from '#schema/kernel/address-fields.ts'
import { byServer, neverExposed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { adminMay, adminReadsAnd, everyRole } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

/** One person, one tenant: e-mails are unique across tenants. */
export const users = entity({
  name: 'users',
  singular: 'user',
  table: 'users',
  home: 'directory',
  fields: {
    email: email(),
    /** False until the person followed a link sent only to the mailbox. */
    isProven: neverExposed(byServer(withDefault(flag(), true))),
    firstName: optional(text(255)),
    lastName: optional(text(255)),
    profileImageUrl: optional(picture()),
    role: withDefault(choice(roles), 'INVESTOR'),
    /** Null: each device's own language. */
    preferredLanguage: withDefault(optional(language()), 'en'),
    isActive: withDefault(flag(), true),
    lastLogin: byServer(optional(moment())),
    invitedBy: byServer(optional(user())),
    passwordHash: optional(secret(500)),
    /** SHA-256 of issuer and subject at the firm's identity provider. */
    providerHash: optional(secret(64)),
    resetHash: optional(secret(64)),
    /** The same hash if the link was only mailed. */
    provingReset: optional(secret(64)),
    /** The sealed secret, the last used step, and hashes of recovery codes. */
    totpEncrypted: optional(secret(500)),
    totpStep: neverExposed(byServer(optional(count(2_000_000_000)))),
    recoveryHashes: neverExposed(byServer(optional(json()))),
    resetExpiresAt: neverExposed(byServer(optional(moment()))),
  },
  title: { of: ['firstName', 'lastName'] },
  personal: [{ of: 'self' }],
  access: adminReadsAnd({ update: 'everything' }),
  verbs: {
    actAs: { may: everyRole([{ id: ownUser }]) },
    reset: { may: adminMay },
    setPassword: { may: everyRole('nothing') },
    changePassword: { may: everyRole([{ id: ownUser }]) },
    rename: { may: everyRole([{ id: ownUser }]) },
    /** The person turns it on; they or an administrator turn it off. */
    enrolTotp: { may: everyRole([{ id: ownUser }]) },
    removeTotp: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: [{ id: ownUser }], INVESTOR: [{ id: ownUser }] },
    },
    renewRecoveryCodes: { may: everyRole([{ id: ownUser }]) },
    useRecoveryCode: { may: everyRole('nothing') },
    /** Releases the e-mail: for an invitation that proves the mailbox, or by the operator. */
    freeEmail: { may: everyRole('nothing') },
  },
  replicate: 'never',
  hasActivity: false,
  unique: [['email'], ['resetHash'], ['tenantId', 'providerHash']],
})
