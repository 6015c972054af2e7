// What the store needs from the world around it, as arguments: a page, the service worker and a test give their own.
import type { Codec } from './codec.ts'
import type { Identity } from './contract.ts'
import type { Aside } from './hidden-sets.ts'

/** The shape of `navigator.locks`. */
export interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T>
}

/** The part of an EventSource that hints need. */
export interface HintSource {
  readonly readyState: number
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

/** The part of a BroadcastChannel that tabs need. */
export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** The global functions, or fake ones. */
export interface Timers {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** What IndexedDB is here: the globals, or fake-indexeddb's. */
export interface Idb {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Whose session the browser has, by its readable cookie: a person's id, `ended`, or null when it does not say. */
export type SignedIn = () => string | null | Promise<string | null>

export interface StoreDeps {
  readonly identity: Identity
  readonly fetch: Fetch
  readonly locks: Locks
  readonly idb: Idb
  readonly timers: Timers
  /** How texts lie on the disk; undefined: as they are. */
  readonly codec?: Codec | undefined
  /** Has room for a few words where the databases have none; undefined where there is no such place. */
  readonly aside?: Aside | undefined
  /** ms since 1970. */
  readonly now: () => number
  /** ms of a clock that only goes forward; waits are measured by it. */
  readonly monotonic: () => number
  /** Runs as soon as the page has had its moment; the function that it returns cancels that. Undefined: a timer does. */
  readonly soon?: ((run: () => void) => () => void) | undefined
  /** From 0 up to 1, for the jitter of waits. */
  readonly random: () => number
  /** A new UUIDv7. */
  readonly newId: () => string
  /** The calendar date where the person is. */
  readonly today: (timeZone?: string) => string
  /** Undefined where nothing else shares the database. */
  readonly openChannel?: ((name: string) => Channel) | undefined
  /** Undefined where hints are not wanted; the slow poll still comes. */
  readonly openHints?: ((path: string) => HintSource) | undefined
  /** Called on every commit, so that the browser sends even when this page is gone. */
  readonly registerBackgroundSync?: (() => void) | undefined
  /** Undefined where there is no cookie to ask; the server still refuses. */
  readonly signedIn?: SignedIn | undefined
  /** The browser's session is somebody else's by now, or the databases are about to go: whoever shows the store looks. */
  readonly onOtherPerson?: (() => void) | undefined
  /** The server withdrew this device: its changes are handed in, and it should be wiped. */
  readonly onRevoked?: (() => void) | undefined
  /** A failure nobody expected while syncing in the background, a full disk among them; it is tried again later. */
  readonly report?: ((error: unknown) => void) | undefined
  /** Distinguishes several devices in one process. */
  readonly databasePrefix?: string | undefined
  /** For the service worker: no stream and no polling, the caller says when to send. */
  readonly headless?: boolean | undefined
}
