export const roles = ['ADMIN', 'PORTFOLIO_MANAGER', 'INVESTOR'] as const
export const projectTypes = [
  'REAL_ESTATE',
  'PRIVATE_EQUITY',
  'AGRICULTURE',
  'COMMERCIAL',
  'INFRASTRUCTURE',
  'VENTURE_CAPITAL',
] as const
/** FUNDED and ACTIVE are one class: see `statusClass`. */
export const projectStatuses = ['FUNDED', 'ACTIVE', 'GROWTH', 'MATURE', 'EXITED'] as const
export const investmentStatuses = ['COMMITTED', 'FUNDED', 'ACTIVE', 'EXITED'] as const
export const cashFlowTypes = ['CAPITAL_CALL', 'DISTRIBUTION', 'DIVIDEND', 'INTEREST'] as const
export const feeTypes = ['MANAGEMENT', 'PERFORMANCE', 'TRANSACTION', 'SETUP', 'EXIT'] as const
export const tradingPlatforms = ['TD_AMERITRADE', 'INTERACTIVE_BROKERS', 'SCHWAB', 'FIDELITY', 'ALPACA'] as const
export const dealStatuses = ['SOURCED', 'REVIEWED', 'DUE_DILIGENCE', 'APPROVED', 'REJECTED', 'INVESTED'] as const
export const documentStatuses = ['DRAFT', 'PENDING_SIGNATURE', 'SIGNED', 'EXPIRED'] as const
export const connectionStatuses = ['PENDING', 'ACCEPTED', 'BLOCKED'] as const
export const currencies = ['USD', 'AED', 'TRY'] as const
export const paymentInstallments = ['1_MONTH', '2_MONTHS', '3_MONTHS', '6_MONTHS', '12_MONTHS'] as const
export const invitationStatuses = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] as const
export const dateFormats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD'] as const
export const commissionFrequencies = ['ONE_TIME', 'MONTHLY', 'QUARTERLY', 'ANNUALLY', 'PER_DEAL'] as const

/** What a notification is about. */
export const notificationKinds = [
  'DOCUMENT_TO_SIGN',
  'INVESTMENT_NEW',
  'INVESTMENT_CHANGED',
  'PROJECT_SHOWN',
  'DOCUMENT_ADDED',
  'COMMISSION_DUE',
  'CAPITAL_CALL',
  'DISTRIBUTION',
  'INVITATION_ACCEPTED',
  'CHANGE_CONFLICT',
  'RESET_LINK',
  'PASSWORD_RESET',
  'SECOND_FACTOR_REMOVED',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** How close the rows of a list stand. */
export const densities = ['COMPACT', 'COMFORTABLE'] as const
/** Who may see a document. */
export const audiences = ['STAFF', 'INVESTORS'] as const
/** What a document or a person may have; the app itself speaks those of languages.ts. */
export const languageCodes = ['en', 'ar', 'fr', 'hi', 'tr'] as const
/** The types offered for a document; any other text is kept and shown as it is. */
export const documentTypes = ['FACT_SHEET', 'CONTRACT', 'KYC', 'REPORT', 'TAX', 'OTHER'] as const

/** What is known of an investor's identity; any other text is kept and shown as it is. */
export const kycStatuses = ['PENDING', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'] as const

export type Role = (typeof roles)[number]
export type ProjectStatus = (typeof projectStatuses)[number]
export type InvestmentStatus = (typeof investmentStatuses)[number]
export type PaymentInstallment = (typeof paymentInstallments)[number]
export type DateFormat = (typeof dateFormats)[number]

/** FUNDED and ACTIVE mean the same in every filter, metric, sort and badge; a missing status is FUNDED. */
export const statusClass = <Status extends string>(
  status: Status | null | undefined,
): Exclude<Status, 'FUNDED'> | 'ACTIVE' =>
  status == null || status === 'FUNDED' ? 'ACTIVE' : (status as Exclude<Status, 'FUNDED'>)

/** Every stored status that means the same as this one: a filter or a search for one finds them all. */
export const sameStatuses = <Status extends string>(status: Status): readonly (Status | 'FUNDED' | 'ACTIVE')[] =>
  statusClass(status) === 'ACTIVE' ? ['FUNDED', 'ACTIVE'] : [status]
