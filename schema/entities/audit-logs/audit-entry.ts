import type { ActorKind, AuditOutcome } from './entity.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'

export interface AuditTrailEntry<Details = Values> {
  readonly id: string
  readonly timestamp: string
  /** Unverified; null if none was sent. */
  readonly deviceTime: string | null
  readonly actor: {
    readonly kind: ActorKind
    /** Null for jobs and the system. */
    readonly userId: string | null
    readonly name: string | null
    readonly role: Role | null
    readonly job: string | null
    readonly file: string | null
  }
  /** `<entity>.<verb>`; old entries contain only the verb. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entity: string
  readonly recordId: string | null
  /** Null if not recorded, or removed by a purge. */
  readonly before: Values | null
  readonly after: Values | null
  readonly details: Details
}
