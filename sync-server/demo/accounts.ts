import type { Role } from '#schema/enumerations.ts'

export interface DemoAccount {
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
  readonly firm: string
  readonly label: string
}

export const demoPassword = 'demo-demo-demo'
export const demoFirms = ['Demo Capital', 'Other Partners'] as const

const account = (
  email: string,
  role: Role,
  firstName: string,
  lastName: string,
  firm: (typeof demoFirms)[number],
  as: string,
): DemoAccount => ({
  email,
  role,
  firstName,
  lastName,
  firm,
  label: `${firm} · ${as}`,
})

export const demoAccounts: readonly DemoAccount[] = [
  account('admin@demo.test', 'ADMIN', 'Amira', 'Haddad', 'Demo Capital', 'administrator'),
  account('manager@demo.test', 'PORTFOLIO_MANAGER', 'Marc', 'Lefèvre', 'Demo Capital', 'portfolio manager'),
  account('investor@demo.test', 'INVESTOR', 'Ines', 'Okafor', 'Demo Capital', 'investor'),
  account('investor2@demo.test', 'INVESTOR', 'Kerem', 'Yılmaz', 'Demo Capital', 'second investor'),
  account('admin@other.test', 'ADMIN', 'Olivia', 'Stone', 'Other Partners', 'administrator'),
  account('investor@other.test', 'INVESTOR', 'Noor', 'Rahman', 'Other Partners', 'investor'),
]
