// How texts and file bytes are stored on the disk. Functions may be slow, because no database transaction is open
// meanwhile.
export interface Codec {
  readonly seal: (text: string) => string | Promise<string>
  /** Rejects a text that it did not seal; the text then stays on the disk unchanged. */
  readonly open: (sealed: string) => string | Promise<string>
  readonly sealBytes: (bytes: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
  readonly openBytes: (sealed: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
}

/** Stores texts and bytes unencrypted. */
export const plain: Codec = {
  seal: (text) => text,
  open: (sealed) => sealed,
  sealBytes: (bytes) => bytes,
  openBytes: (sealed) => sealed,
}
