const usual = "You don't have permission to access this page."
const ofReferrals = 'Only administrators and portfolio managers can access referrals.'

export interface ExpectedScreen {
  readonly path: string
  /** The menu entry, and the title unless `heading` is set. */
  readonly name: string
  readonly heading?: string
  readonly sees: string
  readonly menu: string
  readonly denied?: string
}

export const screens: readonly ExpectedScreen[] = [
  { path: '/dashboard', name: 'Dashboard', heading: 'Portfolio Overview', sees: 'AMI', menu: 'AMI' },
  { path: '/calendar', name: 'Calendar', sees: 'AMI', menu: '' },
  { path: '/projects', name: 'Projects', sees: 'AM', menu: 'AM', denied: usual },
  { path: '/investors', name: 'Investors', sees: 'AM', menu: 'AM', denied: usual },
  { path: '/kyc-review', name: 'KYC review', sees: 'AM', menu: '', denied: usual },
  { path: '/investments', name: 'Investments', sees: 'AMI', menu: 'AMI' },
  { path: '/investor-portal', name: 'My Portfolio', sees: 'AI', menu: 'I', denied: usual },
  { path: '/statement', name: 'Capital account statement', sees: 'AMI', menu: '' },
  { path: '/documents', name: 'Documents', sees: 'AMI', menu: 'AMI' },
  { path: '/referrals', name: 'Referrals', sees: 'AM', menu: 'AM', denied: ofReferrals },
  { path: '/commissions', name: 'Commissions', sees: 'AM', menu: '', denied: usual },
  { path: '/settings', name: 'Settings', sees: 'AMI', menu: 'AMI' },
  { path: '/settings/security', name: 'Security', sees: 'AMI', menu: '' },
  { path: '/settings/accounts', name: 'Financial accounts', sees: 'AM', menu: '', denied: usual },
  { path: '/settings/users', name: 'Users', sees: 'A', menu: '', denied: usual },
  { path: '/settings/invitations', name: 'Invitations', sees: 'A', menu: '', denied: usual },
  { path: '/settings/devices', name: 'Devices', sees: 'A', menu: '', denied: usual },
  { path: '/settings/firm', name: 'Firm', sees: 'A', menu: '', denied: usual },
  { path: '/settings/exchange-rates', name: 'Exchange rates', sees: 'AM', menu: '', denied: usual },
  { path: '/settings/secrets', name: 'Account secrets', sees: 'A', menu: '', denied: usual },
  { path: '/settings/import', name: 'Import', sees: 'AM', menu: '', denied: usual },
  { path: '/settings/trash', name: 'Trash', sees: 'AM', menu: '', denied: usual },
  { path: '/settings/held-changes', name: 'Held changes', sees: 'A', menu: '', denied: usual },
  { path: '/settings/audit', name: 'Audit trail', heading: 'Audit trail', sees: 'A', menu: '', denied: usual },
]

export const letterOf = { ADMIN: 'A', PORTFOLIO_MANAGER: 'M', INVESTOR: 'I' } as const
