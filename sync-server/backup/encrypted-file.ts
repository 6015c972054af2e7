// AES-256-GCM in chunks, each authenticated with its index and whether it is the last, so none can be exchanged or cut
// off. The name of a file is part of its key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKey } from '#server/secrets/keys.ts'

/** The last character is the version of the format. */
const magic = Buffer.from('HFB1')
const chunkBytes = 256 * 1024
const tagBytes = 16
const saltBytes = 32

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Its message says what a person can do. */
export class UnreadableBackup extends Error {}

const fileKey = (key: SecretKey, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, `holdfast backup ${name}`, 32))

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const headerOf = (key: SecretKey, salt: Buffer): Buffer =>
  Buffer.concat([magic, Buffer.of(key.id.length), Buffer.from(key.id), salt])

export const sealedSize = (key: SecretKey, size: number): number =>
  headerOf(key, Buffer.alloc(saltBytes)).length + size + tagBytes * Math.max(1, Math.ceil(size / chunkBytes))

export async function* seal(key: SecretKey, name: string, source: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const header = headerOf(key, salt)
  const secret = fileKey(key, salt, name)
  const sealChunk = (chunk: Buffer, index: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(index, isLast)).setAAD(header)
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  yield header
  let index = 0
  let chunk: Buffer | undefined
  for await (const next of chunksOf(source, chunkBytes)) {
    if (chunk) yield sealChunk(chunk, index++, false)
    chunk = next
  }
  yield sealChunk(chunk ?? Buffer.of(), index, true)
}

export async function* unseal(keys: readonly SecretKey[], name: string, source: Bytes): AsyncGenerator<Buffer> {
  const reader = createReader(source)
  const start = await reader.take(magic.length + 1)
  if (start.length <= magic.length || !start.subarray(0, magic.length).equals(magic))
    throw new UnreadableBackup(`${name} is not a file of a backup that this version can read`)
  const id = await reader.take(start[magic.length]!)
  const key = keys.find((each) => each.id === id.toString())
  if (!key) throw new UnreadableBackup(`${name} is encrypted with the key “${id.toString()}”, which BACKUP_KEYS lacks`)
  const salt = await reader.take(saltBytes)
  const header = Buffer.concat([start, id, salt])
  const secret = fileKey(key, salt, name)
  let index = 0
  for (let isLast = false; !isLast; index++) {
    const chunk = await reader.take(chunkBytes + tagBytes)
    isLast = await reader.isAtEnd()
    yield openChunk(chunk, index, isLast)
  }

  function openChunk(chunk: Buffer, at: number, isLast: boolean): Buffer {
    try {
      const split = Math.max(0, chunk.length - tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(at, isLast)).setAAD(header)
      decipher.setAuthTag(chunk.subarray(split))
      return Buffer.concat([decipher.update(chunk.subarray(0, split)), decipher.final()])
    } catch (cause) {
      throw new UnreadableBackup(`${name} is damaged or was encrypted with another key of the same name`, { cause })
    }
  }
}

async function* chunksOf(source: Bytes, size: number): AsyncGenerator<Buffer> {
  const reader = createReader(source)
  while (!(await reader.isAtEnd())) yield await reader.take(size)
}

function createReader(source: Bytes) {
  const iterator = (async function* () {
    yield* source
  })()
  let pieces: Uint8Array[] = []
  let length = 0
  async function fill(wanted: number): Promise<void> {
    while (length < wanted) {
      const next = await iterator.next()
      if (next.done) return
      pieces.push(next.value)
      length += next.value.length
    }
  }
  return {
    /** Fewer at the end. */
    async take(count: number): Promise<Buffer> {
      await fill(count)
      const all = Buffer.concat(pieces)
      const taken = all.subarray(0, count)
      pieces = all.length > count ? [all.subarray(count)] : []
      length = all.length - taken.length
      return taken
    },
    async isAtEnd(): Promise<boolean> {
      await fill(1)
      return length === 0
    },
  }
}
