// How texts and bytes are stored. May be slow: no transaction is open meanwhile.
export interface Codec {
  readonly seal: (text: string) => string | Promise<string>
  /** Rejects a text that it did not seal; the text then stays on the disk unchanged. */
  readonly open: (sealed: string) => string | Promise<string>
  readonly sealBytes: (bytes: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
  readonly openBytes: (sealed: ArrayBuffer) => ArrayBuffer | Promise<ArrayBuffer>
}

export const plain: Codec = {
  seal: (text) => text,
  open: (sealed) => sealed,
  sealBytes: (bytes) => bytes,
  openBytes: (sealed) => sealed,
}
