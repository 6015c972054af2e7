import type { FileOwner } from './pending-upload.ts'

/** What a record says of its newest file. */
export interface Newest {
  readonly sha256: string | null
  /** 0 while it has none. */
  readonly version: number
}

/** A file of the server that opens on this device without a network. */
export interface CachedFile extends FileOwner {
  /** Null while the newest version is not here: the one before is gone. */
  readonly sha256: string | null
  /** Of its record's files; absent while this device does not know it. */
  readonly version?: number
  readonly size: number
  /** When it was opened or fetched. */
  readonly at: string
  /** Whether the person keeps it on purpose. */
  readonly pinned: boolean
}
