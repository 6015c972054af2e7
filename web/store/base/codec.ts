// How the disk holds the texts of documents and the bytes of files. All functions may take their time, because no
// transaction of the database is open meanwhile.
export interface Codec {
  readonly seal: (text: string) => string | Promise<string>
  /** Rejects a text that it has not sealed; the text then stays on the disk as it is. */
  readonly open: (sealed: string) => string | Promise<string>
  readonly sealBytes: (bytes: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
  readonly openBytes: (sealed: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
}

/** Leaves texts and bytes as they are. */
export const plain: Codec = {
  seal: (text) => text,
  open: (sealed) => sealed,
  sealBytes: (bytes) => bytes,
  openBytes: (sealed) => sealed,
}
