/** By which the nodes of a database recognize that they share a file storage. */
export interface StorageId {
  /** Where the storage is, for messages. */
  readonly name: string
  /** Null when the storage has none yet. */
  read(): Promise<string | null>
  write(id: string): Promise<void>
}
