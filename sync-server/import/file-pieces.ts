import { createReadStream } from 'node:fs'

const pieceBytes = 262_144

/** Readable more than once, also in another thread. */
export interface ImportSource {
  /** Name, or path on disk. */
  readonly path: string
  readonly content?: Uint8Array
}

export async function* piecesOf({ path, content }: ImportSource): AsyncGenerator<Uint8Array> {
  if (!content) yield* createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>
  else for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}
