// What drizzle-kit looks at: every table as a named export of its own.
import { entityTables } from './tables.ts'

export { directory, epochs, exits, home, marks, scopes, tenantNumbers, tenants, verdicts } from './tables.ts'

export const {
  projects,
  investors,
  investments,
  documents,
  referrals,
  referralCommissions,
  referralAttachments,
  cashFlows,
  valuations,
  commissions,
  deals,
  opportunities,
  investorConnections,
  investorUsers,
  documentSignatures,
  exchangeRates,
  userPreferences,
  notifications,
  activities,
  auditLogs,
  analyticsData,
  tradingAccounts,
  bankAccounts,
  users,
  userInvitations,
  sessions,
} = entityTables
