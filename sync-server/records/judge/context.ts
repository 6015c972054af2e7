import type { UnknownFields } from '#schema/kernel/parse.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { RequestOrigin } from '#server/records/actor.ts'
import type { TenantUsers } from '#server/records/rows/tenant-users.ts'
import type { DependentsContext } from './follow.ts'
import type { Replay } from './recovery.ts'

export interface Context extends DependentsContext {
  readonly tenantUsers: TenantUsers
  readonly viewer: Viewer | null
  readonly author: Viewer | null
  readonly writes?: readonly string[] | undefined
  readonly from: RequestOrigin | undefined
  readonly now: string
  readonly today: string
  readonly changeId: string
  /** `byServer` may also set fixed fields. */
  readonly unknownFields: UnknownFields
  readonly isRefusedCreate: (id: string) => boolean
  readonly replay: Replay | undefined
  /** The server had applied the change before a restored backup, so the author knows the result. */
  readonly isResultAccepted: boolean
}
