// How the texts of documents lie on the disk. Both ways may take time of their own: no transaction of the database is
// open meanwhile.
export interface Codec {
  readonly seal: (text: string) => string | Promise<string>
  /** Rejects when the text is not one that it has sealed. */
  readonly open: (sealed: string) => string | Promise<string>
}

/** As they are. */
export const plain: Codec = { seal: (text) => text, open: (sealed) => sealed }
