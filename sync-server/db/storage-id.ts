/** Nodes of a database recognize a shared storage by it. */
export interface StorageId {
  /** For messages. */
  readonly name: string
  /** Null when the storage has none yet. */
  read(): Promise<string | null>
  write(id: string): Promise<void>
  remove(): Promise<void>
  /** Nodes leave their ids, so that two folders with one id are distinguished. */
  mark(nodeId: string): Promise<void>
  hasMark(nodeId: string): Promise<boolean>
  unmark(nodeId: string): Promise<void>
  /** The storages between which files are being moved; they share one id. */
  readonly parts?: readonly StorageId[]
}
