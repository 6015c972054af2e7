// An entry of the audit trail, as the server tells it.
import { isCalendarDate } from '#schema/dates.ts'
import type { Code } from '#schema/codes.ts'
import type { Role } from '#schema/enumerations.ts'
import type { ActorKind, AuditOutcome } from '#schema/audit-logs.ts'

type Values = Readonly<Record<string, unknown>>

export interface Entry {
  readonly id: string
  readonly timestamp: string
  readonly deviceTime: string | null
  readonly actor: {
    readonly kind: ActorKind
    readonly userId: string | null
    readonly name: string | null
    readonly role: Role | null
    readonly job: string | null
    readonly file: string | null
  }
  /** `<entity>.<verb>`. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entity: string
  readonly recordId: string | null
  readonly before: Values | null
  readonly after: Values | null
  readonly details: EntryDetails
}

/** What an entry says besides; each kind of entry says some of it. */
export interface EntryDetails {
  readonly address?: string
  /** Why a value was revealed, and which. */
  readonly reason?: string
  readonly field?: string
  /** Sealed values that were replaced. */
  readonly secrets?: readonly string[]
  /** Why it was refused, and the call that was. */
  readonly code?: Code
  readonly call?: string
  /** How many more of the same were counted. */
  readonly repeated?: number
}

const filters = ['actor', 'entity', 'action', 'recordId', 'outcome'] as const

/** The filters, as they stand in the address. */
export type AuditSearch = { readonly [Filter in (typeof filters)[number] | 'from' | 'to']?: string }

/** Takes every filter out of the address. */
export const noFilters = Object.fromEntries([...filters, 'from', 'to'].map((filter) => [filter, undefined]))

/** Days are whole days of the person's device. */
export function queryOf(search: AuditSearch): string {
  const query = new URLSearchParams()
  for (const filter of filters) if (typeof search[filter] === 'string') query.set(filter, search[filter])
  const { from = '', to = '' } = search
  if (isCalendarDate(from)) query.set('from', startOf(from, 0))
  if (isCalendarDate(to)) query.set('to', startOf(to, 1))
  return query.toString()
}

function startOf(day: string, daysLater: number): string {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return at.toISOString()
}

/** The fields of which an entry tells; its record's id is no news. */
export const fieldsIn = ({ before, after }: Entry): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => field !== 'id')
