import type { AuditOutcome } from '#schema/entities/audit-logs/entity.ts'

export interface AuditEvent {
  /** `<noun>.<verb>`. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entityType: string
  readonly entityId: string | null
  /** The person who acted or was concerned. */
  readonly userId: string | null
  /** They never contain what a person typed. */
  readonly details: Readonly<Record<string, unknown>>
}
