import { entity } from './entity.ts'
import { tradingPlatforms } from './enumerations.ts'
import { byServer, choice, fixed, flag, moment, optional, secret, text, user, withDefault } from './field.ts'
import { adminOnly } from './viewer.ts'

/** Never replicated; its secrets never leave the server in clear. */
export const tradingAccounts = entity({
  name: 'tradingAccounts',
  one: 'trading account',
  table: 'trading_accounts',
  fields: {
    userId: fixed(user()),
    platform: choice(tradingPlatforms),
    accountId: secret(2000),
    accountName: optional(text(255)),
    isActive: withDefault(flag(), true),
    apiKeyEncrypted: optional(secret(2000)),
    lastSyncAt: byServer(optional(moment())),
  },
  access: adminOnly,
  replicate: 'never',
  news: false,
})
