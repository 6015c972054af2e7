import type { CachedFile, FileVersion } from './cached-file.ts'
import type { FileOwner, PendingUpload } from './pending-upload.ts'
import type { PhotographedPage, SharedFile } from './shared-file.ts'

export interface Files {
  readonly all: readonly PendingUpload[]
  of(owner: FileOwner): PendingUpload | undefined
  /** In place of a pending one. Resolves when it is durable; rejects with nothing changed. */
  add(owner: FileOwner, file: File): Promise<void>
  /** Discarded midway, and not acknowledged by the server. */
  isDiscarding(owner: FileOwner): boolean
  /**
   * The file leaves this device immediately. Resolves when the server acknowledged it or did not respond; then it is
   * retried.
   */
  discardUpload(owner: FileOwner): Promise<void>
  retry(owner: FileOwner): Promise<void>
  read(owner: FileOwner): Promise<Blob | null>
  subscribe(listener: () => void): () => void
}

export interface OfflineFiles {
  readonly all: readonly CachedFile[]
  /** Whether a restored backup has lost a file of this record that is newer than `newest`. */
  isLost(owner: FileOwner, newest: FileVersion): boolean
  open(owner: FileOwner): Promise<File | null>
  /** Rejects with nothing changed when it cannot be downloaded or there is no room. */
  pin(owner: FileOwner, pinned: boolean): Promise<void>
  subscribe(listener: () => void): () => void
}

/** Files without a record: other apps have shared them with the app, or the person photographed them. */
export interface Shared {
  all(): Promise<readonly SharedFile[]>
  open(shared: SharedFile): Promise<File | null>
  markSeen(shared: SharedFile): Promise<void>
  confirm(shared: SharedFile): Promise<void>
  remove(shared: SharedFile): Promise<void>
  /** Resolves when it is durable; rejects with nothing changed. */
  addPage(id: string, photo: File, page: PhotographedPage): Promise<void>
  changePage(shared: SharedFile, page: PhotographedPage): Promise<void>
}
