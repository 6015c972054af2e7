// Unsent work of revoked devices, which an administrator accepts or rejects. Devices do not keep it.
import type { EntityName } from '#schema/registry.ts'
import type { Change, Verdict } from '#schema/sync/protocol.ts'
import { useOnlineResult } from './use-online-result.ts'

export const heldChangesPath = '/api/held-changes'
export const heldFilesPath = '/api/held-files'
/** Per kind. */
export const maxHeld = 100

export interface HeldChange {
  readonly id: string
  readonly userId: string
  readonly device: string | null
  readonly change: Pick<Change, 'at' | 'ops'> | null
  readonly state: 'HELD' | 'TAKEN' | 'DROPPED'
  readonly verdict: Verdict | null
}

export interface HeldFile {
  readonly id: string
  readonly entity: EntityName
  readonly recordId: string
  readonly userId: string
  readonly device: string | null
  readonly fileName: string
  /** In bytes. */
  readonly size: number
  readonly createdAt: string
  /** Why an administrator could not accept it. */
  readonly verdict: Verdict | null
}

const undecided = (path: string): string => `${path}?state=HELD&limit=${maxHeld}`

export function useHeldWork() {
  const changes = useOnlineResult<readonly HeldChange[]>(undecided(heldChangesPath))
  const files = useOnlineResult<readonly HeldFile[]>(undecided(heldFilesPath))
  const held = changes.data ?? []
  const all = files.data ?? []
  /** A file is decided with the change that creates its record; others are decided alone. */
  const creates = ({ userId, change }: HeldChange, file: HeldFile): boolean =>
    userId === file.userId &&
    change !== null &&
    change.ops.some(({ op, entity, id }) => op === 'create' && entity === file.entity && id === file.recordId)
  return {
    changes,
    files,
    filesOf: (change: HeldChange) => all.filter((file) => creates(change, file)),
    filesAlone: all.filter((file) => !held.some((change) => creates(change, file))),
  }
}
