export const accounts = {
  admin: 'admin@demo.test',
  manager: 'manager@demo.test',
  investor: 'investor@demo.test',
  otherInvestor: 'investor2@demo.test',
  stranger: 'admin@other.test',
} as const

export type Account = keyof typeof accounts
export const password = 'demo-demo-demo'
