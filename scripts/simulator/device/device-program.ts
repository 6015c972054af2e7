// The version of the app that a device runs.
import { rememberIdentity } from '#web/store/disk/identity.ts'
import { openStore } from '#web/store/open.ts'
import { sendOutbox } from '#web/store/sync/send-outbox.ts'

export interface DeviceProgram {
  readonly openStore: typeof openStore
  readonly sendOutbox: typeof sendOutbox
  readonly rememberIdentity: typeof rememberIdentity
  /** Whether this version knows the field. */
  readonly knows?: (entity: string, field: string) => boolean
  /** Whether this version lets devices do the verb. */
  readonly does?: (entity: string, verb: string) => boolean
}

export const presentProgram: DeviceProgram = { openStore, sendOutbox, rememberIdentity }
