// The English texts, against which every other language is checked. A file with an entity's name holds all texts about
// its records.
import accounts from './accounts.json'
import audit from './audit.json'
import bankAccounts from './bankAccounts.json'
import cashFlows from './cashFlows.json'
import commissions from './commissions.json'
import common from './common.json'
import dashboard from './dashboard.json'
import deals from './deals.json'
import documentSignatures from './documentSignatures.json'
import documents from './documents.json'
import exchangeRates from './exchangeRates.json'
import held from './held.json'
import investments from './investments.json'
import investorConnections from './investorConnections.json'
import investorUsers from './investorUsers.json'
import investors from './investors.json'
import issues from './issues.json'
import notifications from './notifications.json'
import opportunities from './opportunities.json'
import portal from './portal.json'
import projects from './projects.json'
import referralAttachments from './referralAttachments.json'
import referralCommissions from './referralCommissions.json'
import referrals from './referrals.json'
import security from './security.json'
import session from './session.json'
import sessions from './sessions.json'
import settings from './settings.json'
import shell from './shell.json'
import sync from './sync.json'
import tenant from './tenant.json'
import themes from './themes.json'
import tradingAccounts from './tradingAccounts.json'
import userInvitations from './userInvitations.json'
import userPreferences from './userPreferences.json'
import users from './users.json'
import valuations from './valuations.json'

export const texts = {
  accounts,
  audit,
  bankAccounts,
  cashFlows,
  commissions,
  common,
  dashboard,
  deals,
  documentSignatures,
  documents,
  exchangeRates,
  held,
  investments,
  investorConnections,
  investorUsers,
  investors,
  issues,
  notifications,
  opportunities,
  portal,
  projects,
  referralAttachments,
  referralCommissions,
  referrals,
  security,
  session,
  sessions,
  settings,
  shell,
  sync,
  tenant,
  themes,
  tradingAccounts,
  userInvitations,
  userPreferences,
  users,
  valuations,
}

export type Texts = typeof texts
