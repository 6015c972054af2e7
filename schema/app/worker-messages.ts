// The messages between pages and the service worker.

export type PageToWorker =
  /** Take over now: the person accepted the new version. */
  | { readonly kind: 'activate' }
  /** The person accepted a newer version: wait for nothing any more, since it takes over once this worker is idle. */
  | { readonly kind: 'replaced' }
  /** The page appeared; the worker answers with the last state of the connection that it knows. */
  | { readonly kind: 'hello' }

export type WorkerToPage =
  /** Sync now: a background sync event came while this window is open. */
  | { readonly kind: 'sync' }
  | { readonly kind: 'connection'; readonly online: boolean }
  /** A new version takes over: ask for nothing until it has. */
  | { readonly kind: 'takeover' }
  /** The person pressed a notification: show what it is about. */
  | { readonly kind: 'open'; readonly path: string }
  /** Whether the app's files are stored on the device, so that it opens without a network. */
  | { readonly kind: 'app'; readonly kept: 'kept' | 'full' | 'cut-off' }

/** The tag of the background sync that a device registers when a change waits. */
export const outboxSyncTag = 'holdfast-outbox'
