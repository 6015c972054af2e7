import type { FileOwner } from './pending-upload.ts'

export interface FileVersion {
  readonly sha256: string | null
  /** 0 while the record has no file. */
  readonly version: number
}

export interface CachedFile extends FileOwner {
  readonly sha256: string | null
  /** Absent when this device does not know it. */
  readonly version?: number
  readonly size: number
  readonly at: string
  readonly pinned: boolean
}
