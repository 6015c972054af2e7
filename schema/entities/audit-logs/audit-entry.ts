// An entry of the audit trail, as administrators read it.
import type { ActorKind, AuditOutcome } from './entity.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'

export interface TrailEntry<Details = Values> {
  readonly id: string
  readonly timestamp: string
  /** By the clock of the device, which decides nothing; null when no device said one. */
  readonly deviceTime: string | null
  readonly actor: {
    readonly kind: ActorKind
    /** Null when a job or the system acted. */
    readonly userId: string | null
    /** The person's present name; null when there is no person. */
    readonly name: string | null
    /** What else is known of the actor: the role in which they acted, the job's kind, the file of an import. */
    readonly role: Role | null
    readonly job: string | null
    readonly file: string | null
  }
  /** `<entity>.<verb>`; entries from before verbs had an entity hold the verb alone. */
  readonly action: string
  readonly outcome: AuditOutcome
  readonly entity: string
  readonly recordId: string | null
  /** The values that changed; null when the entry tells of none, or when a purge removed them. */
  readonly before: Values | null
  readonly after: Values | null
  /** Everything else that the entry says, such as the change's id, what followed, a reason or a code. */
  readonly details: Details
}
