import { addDays, daysBetween, endOfWeek } from '#schema/money/dates.ts'
import { type InvestmentStatus, statusClass } from '#schema/kernel/enumerations.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'

/** How far ahead a payment needs attention. */
export const soonDays = 30

export const upcomingKinds = ['REDEMPTION', 'COMMITMENT', 'KYC', 'CONTACT', 'COMMISSION'] as const
export type UpcomingKind = (typeof upcomingKinds)[number]

export interface Upcoming {
  readonly kind: UpcomingKind
  readonly id: string
  /** Null for documents that expired on an unknown day. */
  readonly day: string | null
  readonly investmentId: string | null
  readonly projectId: string | null
  readonly amount: string | null
  readonly currency: string | null
}

interface Investment {
  readonly id: string
  readonly projectId: string
  readonly status: InvestmentStatus
  readonly amount: string
  readonly currency: string
  readonly investmentDate: string
  readonly redemptionDate: string | null
}

interface Investor {
  readonly id: string
  readonly kycStatus: string | null
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

export interface UpcomingSources {
  readonly investments: Iterable<Investment>
  readonly investors: Iterable<Investor>
  readonly commissions: Iterable<Commission>
  readonly projectOf: (investmentId: string) => string | null
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

/** Events without a day first, then overdue, then by day. */
export function* upcomingOf(
  { investments, investors, commissions, projectOf }: UpcomingSources,
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
    const { id, projectId, amount, currency } = each
    found.push({ kind: event[0], id, day: event[1], investmentId: id, projectId, amount, currency })
  }
  const ofPerson = { investmentId: null, projectId: null, amount: null, currency: null }
  for (const { id, kycStatus, nextContactOn } of investors) {
    if (++rows % rowsPerStep === 0) yield
    if (kycStatus === 'EXPIRED') found.push({ kind: 'KYC', id, day: null, ...ofPerson })
    if (isSoon(nextContactOn)) found.push({ kind: 'CONTACT', id, day: nextContactOn, ...ofPerson })
  }
  for (const { id, investmentId, amount, currency, dueDate, paidDate } of commissions) {
    if (++rows % rowsPerStep === 0) yield
    if (paidDate !== null || !isSoon(dueDate)) continue
    const projectId = projectOf(investmentId)
    found.push({ kind: 'COMMISSION', id, day: dueDate, investmentId, projectId, amount, currency })
  }
  return found.sort(byDay)
}

function byDay(a: Upcoming, b: Upcoming): number {
  if (a.day === b.day) return a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1
  if (a.day === null || b.day === null) return a.day === null ? -1 : 1
  return a.day < b.day ? -1 : 1
}

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

export const isOverdue = ({ day }: Pick<Upcoming, 'day'>, today: string): boolean => day === null || day < today
