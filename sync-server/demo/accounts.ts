import type { Role } from '#schema/kernel/enumerations.ts'

export interface DemoAccount {
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
  readonly firm: string
}

export const demoPassword = 'demo-demo-demo'
export const demoFirms = ['Demo Capital', 'Other Partners'] as const

const account = (
  email: string,
  role: Role,
  firstName: string,
  lastName: string,
  firm: (typeof demoFirms)[number],
): DemoAccount => ({
  email,
  role,
  firstName,
  lastName,
  firm,
})

export const demoAccounts: readonly DemoAccount[] = [
  account('admin@demo.test', 'ADMIN', 'Amira', 'Haddad', 'Demo Capital'),
  account('manager@demo.test', 'PORTFOLIO_MANAGER', 'Marc', 'Lefèvre', 'Demo Capital'),
  account('investor@demo.test', 'INVESTOR', 'Ines', 'Okafor', 'Demo Capital'),
  account('investor2@demo.test', 'INVESTOR', 'Kerem', 'Yılmaz', 'Demo Capital'),
  account('admin@other.test', 'ADMIN', 'Olivia', 'Stone', 'Other Partners'),
  account('investor@other.test', 'INVESTOR', 'Noor', 'Rahman', 'Other Partners'),
]
