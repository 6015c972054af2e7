import type { FileOwner } from './waiting-file.ts'

/** A file of the server that opens on this device without a network. */
export interface KeptFile extends FileOwner {
  /** Null while the newest version is not here: the one before is gone. */
  readonly sha256: string | null
  readonly size: number
  /** When it was opened or fetched. */
  readonly at: string
  /** Whether the person keeps it on purpose. */
  readonly pinned: boolean
}
