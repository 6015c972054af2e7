// Everything that judging one change needs.
import type { UnknownFields } from '#schema/kernel/parse.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { RequestOrigin } from '#server/records/actor.ts'
import type { Colleagues } from '#server/records/rows/colleagues.ts'
import type { Following } from './follow.ts'
import type { Replay } from './recovery.ts'

export interface Context extends Following {
  readonly colleagues: Colleagues
  /** Null when a job or the system writes: they have no person and need no permission. */
  readonly viewer: Viewer | null
  /** Who made the change, from whom new rows get their values; the viewer, unless they have taken it over. */
  readonly maker: Viewer | null
  /** In a verb of an entity: the entities that it writes for everybody who may use it. */
  readonly writes?: readonly string[] | undefined
  /** From where the writer asks, when they asked over the network. */
  readonly from: RequestOrigin | undefined
  /** The time of the change in ISO 8601, and the calendar date for fields that default to today. */
  readonly now: string
  readonly today: string
  readonly changeId: string
  /** `byServer` when the server's own code made the change: such a change may also set fixed fields. */
  readonly unknownFields: UnknownFields
  readonly isRefusedCreate: (id: string) => boolean
  /** Set when the change comes back after a restore. */
  readonly replay: Replay | undefined
}
