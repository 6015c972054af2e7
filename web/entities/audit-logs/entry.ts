// An entry of the audit trail, and the filters of the list.
import { isCalendarDate } from '#schema/money/dates.ts'
import type { Code } from '#schema/kernel/codes.ts'
import type { TrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'

export type AuditEntry = TrailEntry<EntryDetails>

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

/** The filters, as they stand in the address, and the entry that is open. */
export type AuditSearch = { readonly [Filter in (typeof filters)[number] | 'from' | 'to' | 'entry']?: string }

/** Takes every filter out of the address, and closes the entry. */
export const noFilters = Object.fromEntries([...filters, 'from', 'to', 'entry'].map((filter) => [filter, undefined]))

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

/** What only programs read of a notification: its sentence as a key, and what stands in it. */
const ofPrograms = ['titleKey', 'params']

/** The fields of which an entry tells; its record's id is not news. */
export const fieldsIn = ({ entity, before, after }: AuditEntry): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => field !== 'id' && !(entity === 'notifications' && ofPrograms.includes(field)),
  )
