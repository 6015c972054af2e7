import { entity } from '#schema/kernel/entity.ts'
import { flag, lastFour, sealed, text, user } from '#schema/kernel/field-types.ts'
import { fixed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { adminMay, staffOwnAndAdmins } from '#schema/kernel/access.ts'

/** Never replicated; its sealed values leave the server only when an administrator reveals one. */
export const bankAccounts = entity({
  name: 'bankAccounts',
  singular: 'bank account',
  table: 'bank_accounts',
  fields: {
    userId: fixed(user()),
    bankName: text(255),
    accountType: optional(text(50)),
    accountNumber: sealed(text(64), 'accountNumberLastFour'),
    accountNumberLastFour: lastFour(),
    routingNumber: optional(sealed(text(64), 'routingNumberLastFour')),
    routingNumberLastFour: lastFour(),
    plaidAccountId: optional(sealed(text(255), 'plaidAccountIdLastFour')),
    plaidAccountIdLastFour: lastFour(),
    plaidAccessToken: optional(sealed(text(500), 'plaidAccessTokenLastFour')),
    plaidAccessTokenLastFour: lastFour(),
    isActive: withDefault(flag(), true),
  },
  title: { of: ['bankName'] },
  personal: [{ of: 'userId' }],
  access: staffOwnAndAdmins,
  verbs: { reveal: { may: adminMay } },
  replicate: 'never',
  hasActivity: false,
})
