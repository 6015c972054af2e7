// The bytes of an import file, in pieces.
import { createReadStream } from 'node:fs'

const pieceBytes = 262_144

/** A file that can be read more than once, also by another thread. */
export interface ImportSource {
  /** Its name, or its path when it is on the disk. */
  readonly path: string
  /** The bytes of a file that is in memory. */
  readonly content?: Uint8Array
}

export async function* piecesOf({ path, content }: ImportSource): AsyncGenerator<Uint8Array> {
  if (!content) yield* createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>
  else for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}
