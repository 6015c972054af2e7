import { isCalendarDate } from '#schema/money/dates.ts'
import type { Code } from '#schema/kernel/codes.ts'
import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'

export type AuditEntry = AuditTrailEntry<EntryDetails>

export interface EntryDetails {
  readonly address?: string
  readonly reason?: string
  readonly field?: string
  readonly secrets?: readonly string[]
  readonly code?: Code
  readonly call?: string
  readonly repeated?: number
}

const filters = ['actor', 'entity', 'action', 'recordId', 'outcome'] as const

export type AuditSearch = { readonly [Filter in (typeof filters)[number] | 'from' | 'to' | 'entry']?: string }

export const noFilters = Object.fromEntries([...filters, 'from', 'to', 'entry'].map((filter) => [filter, undefined]))

/** Days are whole days in the device's time zone. */
export function queryOf(search: { readonly [Filter in keyof AuditSearch]?: unknown }): string {
  const query = new URLSearchParams()
  for (const filter of filters) if (typeof search[filter] === 'string') query.set(filter, search[filter])
  const { from, to } = search
  if (typeof from === 'string' && isCalendarDate(from)) query.set('from', startOf(from, 0))
  if (typeof to === 'string' && isCalendarDate(to)) query.set('to', startOf(to, 1))
  return query.toString()
}

function startOf(day: string, daysLater: number): string {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + daysLater)
  return at.toISOString()
}

/** Parts of a notification that only programs read. */
const ofPrograms = ['titleKey', 'params']

export const fieldsIn = ({ entity, before, after }: AuditEntry): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => field !== 'id' && !(entity === 'notifications' && ofPrograms.includes(field)),
  )
