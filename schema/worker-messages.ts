// What pages and the service worker say to each other.

export type PageToWorker =
  /** Take over now: the person accepted the new version. */
  | { readonly kind: 'activate' }
  /** The page shows itself; the worker answers with what it last knew of the connection. */
  | { readonly kind: 'hello' }

export type WorkerToPage =
  /** Sync now: a background sync event came while this window is open. */
  | { readonly kind: 'sync' }
  | { readonly kind: 'connection'; readonly online: boolean }
  /** Whether the app itself could be brought onto the device, so that it opens without a network. */
  | { readonly kind: 'app'; readonly kept: 'kept' | 'full' | 'cut-off' }

/** The tag of the background sync that a device registers when a change waits. */
export const outboxSyncTag = 'holdfast-outbox'
