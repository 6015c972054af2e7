import { createReadStream } from 'node:fs'

const chunkBytes = 262_144

/** Readable more than once, even in another thread. */
export interface ImportSource {
  /** Name, or path on disk. */
  readonly path: string
  readonly content?: Uint8Array
}

export async function* chunksOf({ path, content }: ImportSource): AsyncGenerator<Uint8Array> {
  if (!content) yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>
  else for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
}
