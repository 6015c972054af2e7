// The page, the service worker and tests each pass their own.
import type { Codec } from './codec.ts'
import type { Identity } from './contract.ts'

export interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

export interface HintSource {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

export interface Timers {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

export interface SmallStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

export interface Idb {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A person's id, `ended`, or null when unknown. */
export type SignedIn = () => string | null | Promise<string | null>

export interface StoreDeps {
  readonly identity: Identity
  readonly fetch: Fetch
  readonly locks: Locks
  readonly idb: Idb
  readonly timers: Timers
  /** Undefined stores texts unencrypted. */
  readonly codec?: Codec | undefined
  /** For small notes that must survive when the databases are full or removed. */
  readonly localStorage?: SmallStorage | undefined
  /** Bytes that the device can still store, or null; undefined where the browser cannot tell. */
  readonly freeBytes?: (() => Promise<number | null>) | undefined
  readonly now: () => number
  /** In ms, from a clock that only goes forward. */
  readonly monotonic: () => number
  /** Runs a function once the page could draw; returns a cancel function. */
  readonly soon?: ((run: () => void) => () => void) | undefined
  readonly random: () => number
  readonly newId: () => string
  readonly today: (timeZone?: string) => string
  readonly openChannel?: ((name: string) => Channel) | undefined
  /** Undefined disables hints; the slow poll remains. */
  readonly openHints?: ((path: string) => HintSource) | undefined
  /** Called on every commit, so that the browser sends changes even after the page is closed. */
  readonly registerBackgroundSync?: (() => void) | undefined
  /** Undefined when there is no cookie to read; the server checks anyway. */
  readonly signedIn?: SignedIn | undefined
  /** The session belongs to another person, or the databases are about to be deleted. */
  readonly onOtherPerson?: (() => void) | undefined
  /**
   * This device was revoked and its work is submitted: wipe it. `unrecorded` counts shared files that could not be
   * submitted.
   */
  readonly onRevoked?: ((unrecorded: number) => void) | undefined
  /** Unexpected failures of background sync, including a full disk; they are retried. */
  readonly report?: ((error: unknown) => void) | undefined
  readonly databasePrefix?: string | undefined
}
