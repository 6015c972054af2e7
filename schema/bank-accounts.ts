import { entity } from './entity.ts'
import { fixed, flag, optional, secret, text, user, withDefault } from './field.ts'
import { adminOnly } from './viewer.ts'

/** Never replicated; its secrets never leave the server in clear. */
export const bankAccounts = entity({
  name: 'bankAccounts',
  one: 'bank account',
  table: 'bank_accounts',
  fields: {
    userId: fixed(user()),
    bankName: text(255),
    accountType: optional(text(50)),
    accountNumber: secret(2000),
    routingNumber: optional(secret(2000)),
    plaidAccountId: optional(secret(2000)),
    plaidAccessToken: optional(secret(2000)),
    isActive: withDefault(flag(), true),
  },
  access: adminOnly,
  replicate: 'never',
  news: false,
})
