// The content is on the disk already, so a missed message does no harm.
import type { Connection, FailedRequest } from '#web/store/base/contract.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { Channel } from '#web/store/base/deps.ts'
import type { FilesMessage } from '#web/store/files/pending-uploads.ts'

export interface SharedStatus {
  readonly connection: Connection
  readonly syncing: boolean
  readonly lastSync: number | null
  readonly full: boolean
  readonly recovering: boolean
  readonly throttled: boolean
  readonly unsteady: boolean
  readonly withdrawn: boolean
  /** Absent in messages of older versions, like the next ones. */
  readonly suspended?: boolean
  readonly retryAt?: number | null
  readonly parked?: Readonly<Record<string, number>>
  readonly failed?: readonly FailedRequest[]
}

export type TabMessage =
  | { readonly kind: 'outbox'; readonly documents: readonly TextDocument[] }
  | { readonly kind: 'feed' }
  | { readonly kind: 'status'; readonly status: SharedStatus }
  | { readonly kind: 'hello' }
  | FilesMessage
  | { readonly kind: 'kept' }
  /** The leader should sync now and respond with `alive`. */
  | { readonly kind: 'sync'; readonly resume: boolean }
  | { readonly kind: 'alive' }
  | { readonly kind: 'wipe' }

export class Tabs {
  readonly #channel: Channel | undefined

  constructor(channel: Channel | undefined) {
    this.#channel = channel
  }

  listen(receive: (message: TabMessage) => void): void {
    this.#channel?.addEventListener('message', ({ data }) => receive(data as TabMessage))
  }

  get isOnlyTab(): boolean {
    return this.#channel === undefined
  }

  send(message: TabMessage): void {
    this.#channel?.postMessage(message)
  }

  close(): void {
    this.#channel?.close()
  }
}
