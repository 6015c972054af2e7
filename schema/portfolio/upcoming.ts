import { kycState } from '#schema/entities/investors/kyc.ts'
import { addDays, daysBetween, endOfWeek } from '#schema/money/dates.ts'
import { type documentStatuses, type InvestmentStatus, statusClass } from '#schema/kernel/enumerations.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

/** How far ahead a payment needs attention. */
export const soonDays = 30

/** The first two have no due date. */
export const upcomingKinds = [
  'SIGNATURE',
  'KYC_REVIEW',
  'KYC',
  'COMMITMENT',
  'REDEMPTION',
  'CONTACT',
  'COMMISSION',
] as const
export type UpcomingKind = (typeof upcomingKinds)[number]

export interface Upcoming {
  readonly kind: UpcomingKind
  /** The id of the investment, investor, commission or document to sign. */
  readonly id: string
  readonly day: string | null
  readonly investmentId: string | null
  readonly projectId: string | null
  readonly investorId: string | null
  readonly amount: string | null
  readonly currency: string | null
}

interface Investment {
  readonly id: string
  readonly projectId: string
  readonly investorId: string
  readonly status: InvestmentStatus
  readonly amount: string
  readonly currency: string
  readonly investmentDate: string
  readonly redemptionDate: string | null
}

interface Investor {
  readonly id: string
  readonly kycStatus: string | null
  readonly kycReviewOn?: string | null
  /** Investors cannot read it. */
  readonly nextContactOn?: string | null
}

interface Commission {
  readonly id: string
  readonly investmentId: string
  readonly amount: string
  readonly currency: string
  readonly dueDate: string | null
  readonly paidDate: string | null
}

interface Signature {
  readonly documentId: string
  readonly signerId: string
  readonly status: (typeof documentStatuses)[number]
}

export interface UpcomingSources {
  readonly investments: Iterable<Investment>
  readonly investors: Iterable<Investor>
  readonly commissions: Iterable<Commission>
  readonly signatures: Iterable<Signature>
  readonly investmentOf: (id: string) => Pick<Investment, 'projectId' | 'investorId'> | undefined
}

/** For whom it is: rows of others are not on the device, but these two differ between people who have them. */
export interface UpcomingFor {
  readonly userId: string
  readonly reviewsKyc: boolean
}

function eventOf({
  status,
  investmentDate,
  redemptionDate,
}: Pick<Investment, 'status' | 'investmentDate' | 'redemptionDate'>): readonly [UpcomingKind, string | null] | null {
  const now = statusClass(status)
  if (now === 'COMMITTED') return ['COMMITMENT', investmentDate]
  return now === 'ACTIVE' ? ['REDEMPTION', redemptionDate] : null
}

/** Without a date first, then by date: overdue before due. */
export function* upcomingOf(
  { investments, investors, commissions, signatures, investmentOf }: UpcomingSources,
  { userId, reviewsKyc }: UpcomingFor,
  today: string,
  days: number,
): Generator<undefined, Upcoming[]> {
  const found: Upcoming[] = []
  const isSoon = (day: string | null | undefined): day is string => day != null && daysBetween(today, day) <= days
  let rows = 0
  for (const each of investments) {
    if (++rows % rowsPerStep === 0) yield
    const event = eventOf(each)
    if (!event || !isSoon(event[1])) continue
    const { id, projectId, investorId, amount, currency } = each
    found.push({ kind: event[0], id, day: event[1], investmentId: id, projectId, investorId, amount, currency })
  }
  const withoutAmount = { investmentId: null, projectId: null, amount: null, currency: null }
  for (const investor of investors) {
    if (++rows % rowsPerStep === 0) yield
    const { id, kycReviewOn = null, nextContactOn } = investor
    const ofPerson = { id, investorId: id, ...withoutAmount }
    const kyc = kycState(investor, today)
    if (kyc === 'EXPIRED' || (kyc === 'APPROVED' && isSoon(kycReviewOn)))
      found.push({ kind: 'KYC', day: kycReviewOn, ...ofPerson })
    if (kyc === 'IN_REVIEW' && reviewsKyc) found.push({ kind: 'KYC_REVIEW', day: null, ...ofPerson })
    if (isSoon(nextContactOn)) found.push({ kind: 'CONTACT', day: nextContactOn, ...ofPerson })
  }
  for (const { id, investmentId, amount, currency, dueDate, paidDate } of commissions) {
    if (++rows % rowsPerStep === 0) yield
    if (paidDate !== null || !isSoon(dueDate)) continue
    const { projectId = null, investorId = null } = investmentOf(investmentId) ?? {}
    found.push({ kind: 'COMMISSION', id, day: dueDate, investmentId, projectId, investorId, amount, currency })
  }
  for (const { documentId, signerId, status } of signatures) {
    if (++rows % rowsPerStep === 0) yield
    if (signerId === userId && status === 'PENDING_SIGNATURE')
      found.push({ kind: 'SIGNATURE', id: documentId, day: null, investorId: null, ...withoutAmount })
  }
  return found.sort(byDay)
}

function byDay(a: Upcoming, b: Upcoming): number {
  if (a.day === b.day) return a.kind === b.kind ? (a.id < b.id ? -1 : 1) : orderOf(a) - orderOf(b)
  if (a.day === null || b.day === null) return a.day === null ? -1 : 1
  return a.day < b.day ? -1 : 1
}

const orderOf = ({ kind }: Upcoming): number => upcomingKinds.indexOf(kind)

export const dueStates = ['OVERDUE', 'THIS_WEEK', 'LATER'] as const
export type DueState = (typeof dueStates)[number]

let limits = { today: '', week: '', soon: '' }

/** Weeks end on Sunday, as in the date picker. Null without a date, and more than 30 days ahead. */
export function dueState(day: string | null, today: string): DueState | null {
  // Lists ask for every row, so the limits are computed once a day.
  if (limits.today !== today) limits = { today, week: endOfWeek(today), soon: addDays(today, soonDays) }
  if (day === null || day > limits.soon) return null
  if (day < today) return 'OVERDUE'
  return day <= limits.week ? 'THIS_WEEK' : 'LATER'
}

export const dueStateOf = (investment: Parameters<typeof eventOf>[0], today: string): DueState | null =>
  dueState(eventOf(investment)?.[1] ?? null, today)

export const isOverdue = ({ kind, day }: Pick<Upcoming, 'kind' | 'day'>, today: string): boolean =>
  day === null ? kind === 'KYC' : day < today
