// Each part of an upload is an object named by its byte range and never rewritten, so concurrent nodes cannot destroy
// reported bytes.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Bucket } from './bucket.ts'
import { type FileStore, storageIdName } from './file-store.ts'

/** Held in memory, and lost in a crash. */
const maxPartBytes = 1024 * 1024

interface Part {
  readonly key: string
  readonly start: number
  readonly end: number
}

interface ReceivedPart {
  readonly size: number
  readonly parts: readonly Part[]
  readonly offset: number
}

const arrivingPrefix = (key: string): string => `arriving/${key}/`
const storedKeyOf = (key: string): string => `kept/${key}`
const aboutKeyOf = (key: string): string => `about/${key}`

async function arrivedOf(bucket: Bucket, key: string): Promise<ReceivedPart | null> {
  const folder = arrivingPrefix(key)
  const objects = await bucket.list(folder)
  const begun = objects.map((each) => /^begun-(\d+)$/.exec(each.key.slice(folder.length))).find(Boolean)
  if (!begun) return null
  const found = objects.flatMap((each): Part[] => {
    const [, start, end] = /^(\d+)-(\d+)-/.exec(each.key.slice(folder.length)) ?? []
    const part = { key: each.key, start: Number(start), end: Number(end) }
    // Some storages list incomplete objects.
    return each.size === part.end - part.start ? [part] : []
  })
  const parts = chainOf(found)
  return { size: Number(begun[1]), parts, offset: parts.at(-1)?.end ?? 0 }
}

/** Nodes may have stored overlapping parts. */
function chainOf(parts: readonly Part[]): readonly Part[] {
  const chain: Part[] = []
  for (let position = 0; ; position = chain.at(-1)!.end) {
    const next = parts
      .filter(({ start, end }) => start <= position && end > position)
      .toSorted((a, b) => b.end - a.end)[0]
    if (!next) return chain
    chain.push(next)
  }
}

async function removeAll(bucket: Bucket, prefix: string): Promise<void> {
  for (const { key } of await bucket.list(prefix)) await bucket.remove(key)
}

class ArrivingParts extends DataStore {
  readonly #bucket: Bucket
  constructor(bucket: Bucket) {
    super()
    this.#bucket = bucket
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#bucket.put(`${arrivingPrefix(upload.id)}begun-${upload.size}`, Buffer.of())
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const arrived = await arrivedOf(this.#bucket, id)
    if (!arrived) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size: arrived.size, offset: arrived.offset })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const written: string[] = []
    let position = offset
    let pieces: Buffer[] = []
    let waiting = 0
    const put = async () => {
      const bytes = Buffer.concat(pieces)
      ;[pieces, waiting] = [[], 0]
      const key = `${arrivingPrefix(id)}${position}-${position + bytes.length}-${randomUUID()}`
      await this.#bucket.put(key, bytes)
      written.push(key)
      position += bytes.length
    }
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        pieces.push(piece)
        waiting += piece.length
        if (waiting >= maxPartBytes) await put()
      }
    } finally {
      // Also bytes received before the connection broke.
      if (waiting > 0) await put()
    }
    await this.#requireBegun(id, written)
    return position
  }

  /** `forget` removes the begun object first: either it sees these parts, or this sees that. */
  async #requireBegun(id: string, written: readonly string[]): Promise<void> {
    if ((await this.#bucket.list(`${arrivingPrefix(id)}begun-`)).length > 0) return
    for (const key of written) await this.#bucket.remove(key)
    throw ERRORS.FILE_NO_LONGER_EXISTS
  }
}

export function s3Store(bucket: Bucket): FileStore {
  async function forget(key: string): Promise<void> {
    await removeAll(bucket, `${arrivingPrefix(key)}begun-`)
    await removeAll(bucket, arrivingPrefix(key))
  }
  return {
    id: {
      kind: 'bucket',
      name: `the bucket “${bucket.name}”`,
      read: async () => (await (await bucket.get(storageIdName))?.text())?.trim() ?? null,
      write: (id) => bucket.put(storageIdName, Buffer.from(`${id}\n`)),
      mark: (nodeId) => bucket.put(`nodes/${nodeId}`, Buffer.of()),
      hasMark: async (nodeId) => (await bucket.sizeOf(`nodes/${nodeId}`)) !== null,
      unmark: (nodeId) => bucket.remove(`nodes/${nodeId}`),
    },
    arriving: new ArrivingParts(bucket),
    async arrived(key) {
      const arrived = await arrivedOf(bucket, key)
      if (!arrived) return null
      const partBytes: Buffer[] = []
      for (const [n, part] of arrived.parts.entries()) {
        const response = await bucket.get(part.key)
        // Another node has ended it.
        if (!response) return null
        const bytes = Buffer.from(await response.arrayBuffer())
        partBytes.push(bytes.subarray((arrived.parts[n - 1]?.end ?? 0) - part.start))
      }
      return Buffer.concat(partBytes)
    },
    forget,
    async discard(key) {
      await forget(key)
      await removeAll(bucket, storedKeyOf(`${key}-`))
      await removeAll(bucket, aboutKeyOf(`${key}-`))
    },
    async keep(key, bytes, about) {
      if (about !== undefined) await bucket.put(aboutKeyOf(key), Buffer.from(about))
      await bucket.put(storedKeyOf(key), bytes)
    },
    about: async (key) => (await (await bucket.get(aboutKeyOf(key)))?.text()) ?? null,
    async read(key, start, end) {
      const response = await bucket.get(storedKeyOf(key), { start, end })
      const length = response?.headers.get('content-length')
      // Some storages return incomplete objects while they are written.
      if (response && length && Number(length) !== end - start + 1) {
        await response.body?.cancel()
        return null
      }
      return response?.body ?? null
    },
    sizeOf: (key) => bucket.sizeOf(storedKeyOf(key)),
    async remove(key) {
      await bucket.remove(storedKeyOf(key))
      await bucket.remove(aboutKeyOf(key))
    },
    async *stored(tenantId) {
      for await (const { key, size } of bucket.each(storedKeyOf(tenantId === undefined ? '' : `${tenantId}/`)))
        yield { key: key.slice(storedKeyOf('').length), size }
    },
    async countArriving() {
      let count = 0
      for await (const { key } of bucket.each('arriving/')) if (key.includes('/begun-')) count++
      return count
    },
    async sweep(tenantId, before) {
      for (const { key, lastModified } of await bucket.list(arrivingPrefix(tenantId)))
        if (lastModified < before) await bucket.remove(key)
    },
  }
}
