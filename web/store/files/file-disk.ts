// The bytes of files on this device, and what is known of each. They are a database of their own, because the list is
// read often and must never read the bytes; both parts change in one transaction.
import { Dexie, type Table } from 'dexie'
import type { Codec } from '#web/store/base/codec.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { InFlight } from '#web/store/base/in-flight.ts'

export interface DiskEntry {
  /** Of the record to which the file belongs, or its own. */
  readonly id: string
  /** Distinguishes the file from another one that takes its place. */
  readonly file: string
  readonly text: string
}

/** Null: a text that only a newer version, or another key, can open; it stays as it is. */
export type ReadEntry = Omit<DiskEntry, 'text'> & { readonly text: string | null }

interface Bytes {
  readonly id: string
  readonly file: string
  /** A browser keeps a blob in a file of its own, which is gone when it is deleted; small buffers outlive that in its log. */
  readonly bytes: Blob | ArrayBuffer
}

export class FileDisk {
  readonly #name: string
  readonly #idb: Idb
  readonly #codec: Codec
  readonly #inFlight = new InFlight()
  #opened: Dexie | undefined

  constructor(name: string, idb: Idb, codec: Codec) {
    this.#name = name
    this.#idb = idb
    this.#codec = codec
  }

  /** Most devices have no such files: then there is no database either. */
  all(): Promise<readonly ReadEntry[]> {
    return this.#inFlight.run(async () => {
      if (!this.#opened && !(await this.#isThere())) return []
      const records = await this.#records.toArray()
      return Promise.all(records.map(async (each) => ({ ...each, text: await this.#openOrNull(each.text) })))
    })
  }

  /** Keeps a file in place of the one that its record had before, or changes nothing. */
  put({ id, file, text }: DiskEntry, bytes: ArrayBuffer): Promise<void> {
    return this.#inFlight.run(async () => {
      const { seal, sealBytes } = this.#codec
      const [sealed, sealedBytes] = [await seal(text), await sealBytes(bytes)]
      await this.#database.transaction('rw', this.#records, this.#bytes, async () => {
        await this.#records.put({ id, file, text: sealed })
        await this.#bytes.put({ id, file, bytes: new Blob([sealedBytes]) })
      })
    })
  }

  /** Writes what is known of a file anew; nothing happens when another one has taken its place. */
  rewrite({ id, file, text }: DiskEntry): Promise<void> {
    return this.#inFlight.run(async () => {
      const sealed = await this.#codec.seal(text)
      await this.#database.transaction('rw', this.#records, async () => {
        if ((await this.#records.get(id))?.file === file) await this.#records.put({ id, file, text: sealed })
      })
    })
  }

  bytesOf({ id, file }: Omit<DiskEntry, 'text'>): Promise<ArrayBuffer | undefined> {
    return this.#inFlight.run(async () => {
      const found = await this.#bytes.get(id)
      return found?.file === file ? this.#codec.openBytes(await bufferOf(found.bytes)) : undefined
    })
  }

  /** One after the other, with its bytes, so that they are never all in memory; null where they cannot be opened. */
  async *each(): AsyncGenerator<ReadEntry & { readonly bytes: ArrayBuffer | null }> {
    for (const record of await this.all()) {
      const bytes = await this.bytesOf(record).catch(() => null)
      if (bytes !== undefined) yield { ...record, bytes }
    }
  }

  remove({ id, file }: Omit<DiskEntry, 'text'>): Promise<void> {
    return this.#inFlight.run(() =>
      this.#database.transaction('rw', this.#records, this.#bytes, async () => {
        if ((await this.#records.get(id))?.file !== file) return
        await this.#records.delete(id)
        await this.#bytes.delete(id)
      }),
    )
  }

  /** Deletes the database itself, with its name. */
  delete(): Promise<void> {
    return this.#inFlight.run(() => this.#database.delete())
  }

  async close(): Promise<void> {
    await this.#inFlight.close()
    this.#opened?.close()
  }

  async #isThere(): Promise<boolean> {
    return (await this.#idb.indexedDB.databases()).some(({ name }) => name === this.#name)
  }

  get #database(): Dexie {
    if (this.#opened) return this.#opened
    const options = { ...this.#idb, chromeTransactionDurability: 'strict', cache: 'disabled' } as const
    this.#opened = new Dexie(this.#name, options)
    this.#opened.version(1).stores({ records: 'id', bytes: 'id' })
    return this.#opened
  }

  get #records(): Table<DiskEntry, string> {
    return this.#database.table('records')
  }

  get #bytes(): Table<Bytes, string> {
    return this.#database.table('bytes')
  }

  async #openOrNull(sealed: string): Promise<string | null> {
    try {
      return await this.#codec.open(sealed)
    } catch {
      return null
    }
  }
}

/** Earlier versions kept buffers. */
const bufferOf = async (bytes: Blob | ArrayBuffer): Promise<ArrayBuffer> =>
  bytes instanceof Blob ? bytes.arrayBuffer() : bytes
