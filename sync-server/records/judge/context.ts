import type { UnknownFields } from '#schema/kernel/parse.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { RequestOrigin } from '#server/records/actor.ts'
import type { Colleagues } from '#server/records/rows/colleagues.ts'
import type { Following } from './follow.ts'
import type { Replay } from './recovery.ts'

export interface Context extends Following {
  readonly colleagues: Colleagues
  /** Null for a job or the system, which need no permission. */
  readonly viewer: Viewer | null
  readonly maker: Viewer | null
  /** The entities that the verb may write for everybody who may use it. */
  readonly writes?: readonly string[] | undefined
  readonly from: RequestOrigin | undefined
  /** The time of the change in ISO 8601, and the calendar date for fields that default to today. */
  readonly now: string
  readonly today: string
  readonly changeId: string
  /** `byServer` may also set fixed fields. */
  readonly unknownFields: UnknownFields
  readonly isRefusedCreate: (id: string) => boolean
  readonly replay: Replay | undefined
}
