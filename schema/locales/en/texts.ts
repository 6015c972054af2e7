// Written by `npm run texts` from the names of the files beside it.
import type accounts from './accounts.json'
import type appStatus from './appStatus.json'
import type audit from './audit.json'
import type bankAccounts from './bankAccounts.json'
import type cashFlows from './cashFlows.json'
import type commissions from './commissions.json'
import type common from './common.json'
import type dashboard from './dashboard.json'
import type deals from './deals.json'
import type documentSignatures from './documentSignatures.json'
import type documents from './documents.json'
import type exchangeRates from './exchangeRates.json'
import type files from './files.json'
import type held from './held.json'
import type imports from './imports.json'
import type investments from './investments.json'
import type investorConnections from './investorConnections.json'
import type investorUsers from './investorUsers.json'
import type investors from './investors.json'
import type issues from './issues.json'
import type notDuplicates from './notDuplicates.json'
import type notifications from './notifications.json'
import type opportunities from './opportunities.json'
import type portal from './portal.json'
import type projects from './projects.json'
import type referralAttachments from './referralAttachments.json'
import type referralCommissions from './referralCommissions.json'
import type referrals from './referrals.json'
import type savedViews from './savedViews.json'
import type security from './security.json'
import type session from './session.json'
import type sessions from './sessions.json'
import type settings from './settings.json'
import type shell from './shell.json'
import type sync from './sync.json'
import type tenant from './tenant.json'
import type themes from './themes.json'
import type tradingAccounts from './tradingAccounts.json'
import type trash from './trash.json'
import type userInvitations from './userInvitations.json'
import type userPreferences from './userPreferences.json'
import type users from './users.json'
import type valuations from './valuations.json'

export interface Texts {
  readonly accounts: typeof accounts
  readonly appStatus: typeof appStatus
  readonly audit: typeof audit
  readonly bankAccounts: typeof bankAccounts
  readonly cashFlows: typeof cashFlows
  readonly commissions: typeof commissions
  readonly common: typeof common
  readonly dashboard: typeof dashboard
  readonly deals: typeof deals
  readonly documentSignatures: typeof documentSignatures
  readonly documents: typeof documents
  readonly exchangeRates: typeof exchangeRates
  readonly files: typeof files
  readonly held: typeof held
  readonly imports: typeof imports
  readonly investments: typeof investments
  readonly investorConnections: typeof investorConnections
  readonly investorUsers: typeof investorUsers
  readonly investors: typeof investors
  readonly issues: typeof issues
  readonly notDuplicates: typeof notDuplicates
  readonly notifications: typeof notifications
  readonly opportunities: typeof opportunities
  readonly portal: typeof portal
  readonly projects: typeof projects
  readonly referralAttachments: typeof referralAttachments
  readonly referralCommissions: typeof referralCommissions
  readonly referrals: typeof referrals
  readonly savedViews: typeof savedViews
  readonly security: typeof security
  readonly session: typeof session
  readonly sessions: typeof sessions
  readonly settings: typeof settings
  readonly shell: typeof shell
  readonly sync: typeof sync
  readonly tenant: typeof tenant
  readonly themes: typeof themes
  readonly tradingAccounts: typeof tradingAccounts
  readonly trash: typeof trash
  readonly userInvitations: typeof userInvitations
  readonly userPreferences: typeof userPreferences
  readonly users: typeof users
  readonly valuations: typeof valuations
}
