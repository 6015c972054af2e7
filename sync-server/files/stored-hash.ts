import { createHash } from 'node:crypto'
import type { FileStore, StoredFile } from './file-store.ts'

/** The doctor writes here and deletes it again. */
export const probePrefix = 'doctor/'

export async function* firmFiles(store: FileStore): AsyncIterable<StoredFile> {
  for await (const file of store.stored()) if (!file.key.startsWith(probePrefix)) yield file
}

/** `<tenant>/<upload>-<sha256>`, see `storedKey`. */
export const hashInKey = (key: string): string => key.slice(-64)

/** Null when there is no file of this size. */
export async function hashOfStored(store: FileStore, key: string, size: number): Promise<string | null> {
  if ((await store.sizeOf(key)) !== size) return null
  const hash = createHash('sha256')
  if (size > 0) {
    const stream = await store.read(key, 0, size - 1)
    if (!stream) return null
    for await (const piece of stream) hash.update(piece)
  }
  return hash.digest('hex')
}
