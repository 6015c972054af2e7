export type PageToWorker =
  /** The person accepted the new version: activate it. */
  | { readonly kind: 'activate' }
  /** A newer version was accepted; it activates once this worker is idle. */
  | { readonly kind: 'replaced' }
  /** The worker replies with the last known connection state. */
  | { readonly kind: 'hello' }

export type WorkerToPage =
  /** A background sync event arrived while this window is open. */
  | { readonly kind: 'sync' }
  | { readonly kind: 'connection'; readonly online: boolean }
  /** A new version is activating: send no requests until then. */
  | { readonly kind: 'takeover' }
  | { readonly kind: 'open'; readonly path: string }
  /** Whether the app's files are cached for offline use: `kept` if all are, `full` if the disk has no room. */
  | { readonly kind: 'app'; readonly kept: 'kept' | 'full' | 'cut-off' }

export const outboxSyncTag = 'holdfast-outbox'
