import type { AuditOutcome } from '#schema/entities/audit-logs/entity.ts'

export interface AuditEvent {
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entityType: string
  readonly entityId: string | null
  readonly userId: string | null
  /** They never contain what a person typed. */
  readonly details: Readonly<Record<string, unknown>>
}
