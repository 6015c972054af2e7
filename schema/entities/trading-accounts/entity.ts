import { entity } from '#schema/kernel/entity.ts'
import { tradingPlatforms } from '#schema/kernel/enumerations.ts'
import { choice, flag, lastFour, moment, sealed, text, user } from '#schema/kernel/field-types.ts'
import { byServer, fixed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { adminMay, staffOwnAndAdmins } from '#schema/kernel/access.ts'

/** Never replicated; its sealed values leave the server only when an administrator reveals one. */
export const tradingAccounts = entity({
  name: 'tradingAccounts',
  singular: 'trading account',
  table: 'trading_accounts',
  fields: {
    userId: fixed(user()),
    platform: choice(tradingPlatforms),
    accountId: sealed(text(255), 'accountIdLastFour'),
    accountIdLastFour: lastFour(),
    accountName: optional(text(255)),
    isActive: withDefault(flag(), true),
    apiKeyEncrypted: optional(sealed(text(1_000), 'apiKeyLastFour')),
    apiKeyLastFour: lastFour(),
    lastSyncAt: byServer(optional(moment())),
  },
  title: { of: ['accountName'] },
  personal: [{ of: 'userId' }],
  access: staffOwnAndAdmins,
  verbs: { reveal: { may: adminMay } },
  replicate: 'never',
  hasActivity: false,
})
