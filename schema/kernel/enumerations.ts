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

export const notificationKinds = [
  'DOCUMENT_TO_SIGN',
  'INVESTMENT_NEW',
  'INVESTMENT_CHANGED',
  'PROJECT_SHOWN',
  'DOCUMENT_ADDED',
  'COMMISSION_DUE',
  'KYC_DUE',
  'CAPITAL_CALL',
  'DISTRIBUTION',
  'INVITATION_ACCEPTED',
  'CHANGE_CONFLICT',
  'RESET_LINK',
  'PASSWORD_RESET',
  'SECOND_FACTOR_REMOVED',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
export const densities = ['COMPACT', 'COMFORTABLE'] as const
export const audiences = ['STAFF', 'INVESTORS'] as const
/** languages.ts lists those of the app. */
export const languageCodes = ['en', 'ar', 'fr', 'hi', 'tr'] as const
/** Other text is valid. */
export const documentTypes = ['FACT_SHEET', 'CONTRACT', 'KYC', 'REPORT', 'TAX', 'OTHER'] as const

/** Other text is valid. */
export const kycStatuses = ['PENDING', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export const kycEvidenceKinds = ['IDENTIFICATION', 'PROOF_OF_ADDRESS', 'SOURCE_OF_FUNDS', 'OTHER'] as const

export type Role = (typeof roles)[number]
export type ProjectStatus = (typeof projectStatuses)[number]
export type InvestmentStatus = (typeof investmentStatuses)[number]
export type PaymentInstallment = (typeof paymentInstallments)[number]
export type DateFormat = (typeof dateFormats)[number]

/** FUNDED and ACTIVE are equal in filters, metrics, sorting and badges; a missing status is FUNDED. */
export const statusClass = <Status extends string>(
  status: Status | null | undefined,
): Exclude<Status, 'FUNDED'> | 'ACTIVE' =>
  status == null || status === 'FUNDED' ? 'ACTIVE' : (status as Exclude<Status, 'FUNDED'>)

export const sameStatuses = <Status extends string>(status: Status): readonly (Status | 'FUNDED' | 'ACTIVE')[] =>
  statusClass(status) === 'ACTIVE' ? ['FUNDED', 'ACTIVE'] : [status]
