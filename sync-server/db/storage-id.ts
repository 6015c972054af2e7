export type StorageKind = 'folder' | 'bucket'

/** Nodes of a database recognize a shared storage by it. */
export interface StorageId {
  /** Where a node stores new files. Of several parts, it is the first. */
  readonly kind: StorageKind
  readonly name: string
  /** Null when the storage has none yet. */
  read(): Promise<string | null>
  write(id: string): Promise<void>
  /** Nodes leave their ids, so that two folders with one id are distinguished. */
  mark(nodeId: string): Promise<void>
  hasMark(nodeId: string): Promise<boolean>
  unmark(nodeId: string): Promise<void>
  /** The target and the source of a move. They share one id until the source is retired. */
  readonly parts?: readonly StorageId[]
}
