// An audit entry as administrators read it.
import type { ActorKind, AuditOutcome } from './entity.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'

export interface TrailEntry<Details = Values> {
  readonly id: string
  readonly timestamp: string
  /** By the device's clock, unverified; null if none was sent. */
  readonly deviceTime: string | null
  readonly actor: {
    readonly kind: ActorKind
    /** Null for jobs and the system. */
    readonly userId: string | null
    /** The current name. */
    readonly name: string | null
    /** The acting role, the job's kind, or the imported file. */
    readonly role: Role | null
    readonly job: string | null
    readonly file: string | null
  }
  /** `<entity>.<verb>`; old entries contain only the verb. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entity: string
  readonly recordId: string | null
  /** Changed values; null if not recorded, or removed by a purge. */
  readonly before: Values | null
  readonly after: Values | null
  /** Other details, such as the change's id, consequences, a reason or a code. */
  readonly details: Details
}
