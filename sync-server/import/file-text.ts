// A file's text as it streams in. A file that is not UTF-8 is refused; its encoding is never guessed.
import { createReadStream } from 'node:fs'
import { ImportError } from './import-error.ts'

const pieceBytes = 262_144

/** A file that can be read more than once. */
export interface ImportSource {
  /** Its name, and for whoever has it at hand its folder. */
  readonly path: string
  readonly bytes: () => AsyncIterable<Uint8Array>
}

export const fileAt = (path: string): ImportSource => ({
  path,
  bytes: () => createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>,
})

/** The text in pieces, without a byte order mark. Throws an ImportError for a file that cannot be read as text. */
export async function* fileText({ path, bytes }: ImportSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Uint8Array): string => {
    try {
      const text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
      if (text.includes('\u0000')) throw new ImportError(`${path} is not a text file`)
      return text
    } catch (error) {
      if (error instanceof TypeError)
        throw new ImportError(`${path} is not UTF-8 text: save it as CSV in UTF-8`, { cause: error })
      throw error
    }
  }
  try {
    for await (const piece of bytes()) yield decode(piece)
    yield decode()
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
