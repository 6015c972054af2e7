// The messages between the tabs of one database. Everything in them is on the disk already; a tab that misses a message
// reads it there.
import type { Connection } from '#web/store/base/contract.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { Channel } from '#web/store/base/deps.ts'
import type { FilesMessage } from '#web/store/files/pending-uploads.ts'

/** What only the syncing context knows. */
export interface SharedStatus {
  readonly connection: Connection
  readonly syncing: boolean
  readonly lastSync: number | null
  readonly full: boolean
  readonly recovering: boolean
  readonly throttled: boolean
  readonly unsteady: boolean
  readonly withdrawn: boolean
  /** The next two are absent in the messages of older versions. */
  readonly retryAt?: number | null
  readonly parked?: Readonly<Record<string, number>>
}

export type TabMessage =
  | { readonly kind: 'outbox'; readonly documents: readonly TextDocument[] }
  | { readonly kind: 'feed' }
  | { readonly kind: 'status'; readonly status: SharedStatus }
  /** A tab has opened and asks for the status. */
  | { readonly kind: 'hello' }
  | FilesMessage
  /** The files that open without a network have changed. */
  | { readonly kind: 'kept' }
  /** The leader should sync now and show that it is alive. */
  | { readonly kind: 'sync'; readonly resume: boolean }
  | { readonly kind: 'alive' }
  /** The databases are about to be deleted: every context lets go. */
  | { readonly kind: 'wipe' }

export class Tabs {
  readonly #channel: Channel | undefined

  constructor(channel: Channel | undefined, hear: (message: TabMessage) => void) {
    this.#channel = channel
    channel?.addEventListener('message', ({ data }) => hear(data as TabMessage))
  }

  get alone(): boolean {
    return this.#channel === undefined
  }

  tell(message: TabMessage): void {
    this.#channel?.postMessage(message)
  }

  close(): void {
    this.#channel?.close()
  }
}
