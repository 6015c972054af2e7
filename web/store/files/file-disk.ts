// The list is read often and must not read the bytes; both change in one transaction.
import { Dexie, type Table } from 'dexie'
import type { Codec } from '#web/store/base/codec.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { InFlight } from '#web/store/base/in-flight.ts'

export interface DiskEntry {
  /** The key of the file's record, or of the file itself. */
  readonly id: string
  readonly file: string
  readonly text: string
}

/** Null: only a newer version or another key can open the text; it stays unchanged. */
export type ReadEntry = Omit<DiskEntry, 'text'> & { readonly text: string | null }

interface Bytes {
  readonly id: string
  readonly file: string
  /** A blob is a separate file that is gone once deleted; small buffers would survive in the browser's log. */
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

  /** Most devices have no such files and then no database. */
  all(): Promise<readonly ReadEntry[]> {
    return this.#inFlight.run(async () => {
      if (!this.#opened && !(await this.#exists())) return []
      const records = await this.#records.toArray()
      return Promise.all(records.map(async (each) => ({ ...each, text: await this.#openOrNull(each.text) })))
    })
  }

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

  /** One file at a time, so that the bytes are never all in memory; null where they cannot be opened. */
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

  delete(): Promise<void> {
    return this.#inFlight.run(() => this.#database.delete())
  }

  async close(): Promise<void> {
    await this.#inFlight.close()
    this.#opened?.close()
  }

  async #exists(): Promise<boolean> {
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

/** Earlier versions stored buffers. */
const bufferOf = async (bytes: Blob | ArrayBuffer): Promise<ArrayBuffer> =>
  bytes instanceof Blob ? bytes.arrayBuffer() : bytes
