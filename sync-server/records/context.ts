// Everything that judging one change needs.
import type { UnknownFields } from '#schema/parse.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { Following } from './follow.ts'
import type { Returning } from './recovery.ts'

export interface Context extends Following {
  readonly viewer: Viewer
  /** The time of the change in ISO 8601, and the calendar date for fields that default to today. */
  readonly now: string
  readonly today: string
  readonly changeId: string
  readonly unknownFields: UnknownFields
  readonly isRefusedCreate: (id: string) => boolean
  /** Set when the change comes back after a restore. */
  readonly returning: Returning | undefined
}
