// The store's dependencies as arguments: a page, the service worker and a test each give their own.
import type { Codec } from './codec.ts'
import type { Identity } from './contract.ts'
import type { SmallStorage } from '#web/store/feed/hidden-sets.ts'

/** The shape of `navigator.locks`. */
export interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

/** The part of an EventSource that hints use. */
export interface HintSource {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

/** The part of a BroadcastChannel that tabs use. */
export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** The global functions, or a test's. */
export interface Timers {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** IndexedDB: the globals, or fake-indexeddb's. */
export interface Idb {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Whose session the browser has, according to its readable cookie: a person's id, `ended`, or null when unknown. */
export type SignedIn = () => string | null | Promise<string | null>

export interface StoreDeps {
  readonly identity: Identity
  readonly fetch: Fetch
  readonly locks: Locks
  readonly idb: Idb
  readonly timers: Timers
  /** Seals texts for the disk; undefined: they are stored as they are. */
  readonly codec?: Codec | undefined
  /** Storage for a few words when the databases are full; undefined where there is none. */
  readonly aside?: SmallStorage | undefined
  /** The bytes for which the device still has room, or null; undefined where nobody can tell. */
  readonly room?: (() => Promise<number | null>) | undefined
  /** In ms since 1970. */
  readonly now: () => number
  /** In ms, from a clock that only goes forward; waits are measured with it. */
  readonly monotonic: () => number
  /**
   * Runs a function as soon as the page has had a moment to draw; returns a function that cancels it. Undefined: a
   * timer is used.
   */
  readonly soon?: ((run: () => void) => () => void) | undefined
  /** From 0 up to 1, for random parts of waits. */
  readonly random: () => number
  /** A new UUIDv7. */
  readonly newId: () => string
  /** Today's calendar date for the person. */
  readonly today: (timeZone?: string) => string
  /** Undefined when no other context shares the database. */
  readonly openChannel?: ((name: string) => Channel) | undefined
  /** Undefined when hints are not wanted; the slow poll remains. */
  readonly openHints?: ((path: string) => HintSource) | undefined
  /** Called on every commit, so that the browser sends changes even after this page is gone. */
  readonly registerBackgroundSync?: (() => void) | undefined
  /** Undefined when there is no cookie to read; the server checks anyway. */
  readonly signedIn?: SignedIn | undefined
  /**
   * Called when the browser's session now belongs to somebody else, or the databases are about to be deleted: the page
   * should check who is signed in.
   */
  readonly onOtherPerson?: (() => void) | undefined
  /**
   * Called when the server has withdrawn this device: its changes and files are handed in, and it should be wiped.
   * `unrecorded` counts the files from other apps that no record may have, so they were not.
   */
  readonly onRevoked?: ((unrecorded: number) => void) | undefined
  /** Called with unexpected failures of background sync, including a full disk; they are retried later. */
  readonly report?: ((error: unknown) => void) | undefined
  /** Distinguishes several devices in one process. */
  readonly databasePrefix?: string | undefined
  /** For the service worker: no stream and no polling, the caller says when to send. */
  readonly headless?: boolean | undefined
}
