// An entry of the audit trail, as the server tells it.
import { isCalendarDate } from '#schema/dates.ts'
import type { ActorKind, AuditOutcome } from '#schema/audit-logs.ts'

type Values = Readonly<Record<string, unknown>>

export interface Entry {
  readonly id: string
  readonly timestamp: string
  readonly deviceTime: string | null
  readonly actor: { readonly kind: ActorKind; readonly userId: string | null; readonly name: string | null }
  /** `<entity>.<verb>`. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entity: string
  readonly recordId: string | null
  readonly before: Values | null
  readonly after: Values | null
}

/** The filters, as they stand in the address. */
export interface AuditSearch {
  readonly entity?: string
  readonly outcome?: AuditOutcome
  readonly from?: string
  readonly to?: string
}

/** Days are whole days of the person's device. */
export function queryOf({ entity, outcome, from = '', to = '' }: AuditSearch): string {
  const query = new URLSearchParams()
  if (entity) query.set('entity', entity)
  if (outcome) query.set('outcome', outcome)
  if (isCalendarDate(from)) query.set('from', startOf(from, 0))
  if (isCalendarDate(to)) query.set('to', startOf(to, 1))
  return query.toString()
}

function startOf(day: string, daysLater: number): string {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return at.toISOString()
}

/** The fields of which an entry tells. */
export const fieldsIn = ({ before, after }: Entry): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]
