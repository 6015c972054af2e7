import type { EntityName } from '#schema/registry.ts'
import type { AuditVerb } from './audit-action.ts'

export interface UnrecordedAct {
  /** The id of the entry, for an act that may be written again. */
  readonly id?: string
  /** `tenants` stands for the firm itself. */
  readonly entity: EntityName | 'tenants'
  readonly verb: AuditVerb
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
  /** What staff read about it among the latest activities. */
  readonly news?: { readonly action: 'import'; readonly title: string }
}
