// How the disk holds the texts of documents. Both functions may take their time, because no transaction of the database
// is open meanwhile.
export interface Codec {
  readonly seal: (text: string) => string | Promise<string>
  /** Rejects a text that it has not sealed; the text then stays on the disk as it is. */
  readonly open: (sealed: string) => string | Promise<string>
}

/** Leaves texts as they are. */
export const plain: Codec = { seal: (text) => text, open: (sealed) => sealed }
