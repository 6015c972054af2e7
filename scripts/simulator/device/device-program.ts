import { rememberIdentity } from '#web/store/disk/identity.ts'
import { openStore } from '#web/store/open.ts'
import { sendUnsent } from '#web/store/sync/send-unsent.ts'

export interface DeviceProgram {
  readonly openStore: typeof openStore
  readonly sendUnsent: typeof sendUnsent
  readonly rememberIdentity: typeof rememberIdentity
  readonly knows?: (entity: string, field: string) => boolean
  /** Whether devices of this version perform the action themselves. */
  readonly does?: (entity: string, verb: string) => boolean
}

export const presentProgram: DeviceProgram = { openStore, sendUnsent, rememberIdentity }
