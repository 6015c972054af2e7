// Every screen: its heading, who may see it, whose menu shows it, and what the others get instead.
const usual = "You don't have permission to access this page."
const ofReferrals = 'Only administrators and portfolio managers can access referrals.'

export interface ExpectedScreen {
  readonly path: string
  readonly heading: RegExp
  readonly sees: string
  readonly menu: string
  readonly denied?: string
}

export const screens: readonly ExpectedScreen[] = [
  { path: '/dashboard', heading: /Portfolio Overview/, sees: 'AMI', menu: 'AMI' },
  { path: '/projects', heading: /Projects/, sees: 'AM', menu: 'AM', denied: usual },
  { path: '/investors', heading: /Investors/, sees: 'AM', menu: 'AM', denied: usual },
  { path: '/investments', heading: /Investments/, sees: 'AMI', menu: 'AMI' },
  { path: '/investor-portal', heading: /My Portfolio/, sees: 'AI', menu: 'I', denied: usual },
  { path: '/documents', heading: /Documents/, sees: 'AMI', menu: 'AMI' },
  { path: '/referrals', heading: /Referrals/, sees: 'AM', menu: 'AM', denied: ofReferrals },
  { path: '/commissions', heading: /Commissions/, sees: 'AM', menu: '', denied: usual },
  { path: '/settings', heading: /Settings/, sees: 'AMI', menu: 'AMI' },
  { path: '/settings/security', heading: /Security/, sees: 'AMI', menu: '' },
  { path: '/settings/accounts', heading: /Accounts/, sees: 'AM', menu: '', denied: usual },
  { path: '/settings/users', heading: /Users/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/invitations', heading: /Invitations/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/devices', heading: /Devices/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/firm', heading: /Firm/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/exchange-rates', heading: /Exchange Rates/, sees: 'AM', menu: '', denied: usual },
  { path: '/settings/import', heading: /Import/, sees: 'AM', menu: '', denied: usual },
  { path: '/settings/trash', heading: /Trash/, sees: 'AM', menu: '', denied: usual },
  { path: '/settings/secrets', heading: /Secrets/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/held-changes', heading: /Held Changes/, sees: 'A', menu: '', denied: usual },
  { path: '/settings/audit', heading: /Audit/, sees: 'A', menu: '', denied: usual },
]

/** How the table calls the roles. */
export const letterOf = { ADMIN: 'A', PORTFOLIO_MANAGER: 'M', INVESTOR: 'I' } as const
