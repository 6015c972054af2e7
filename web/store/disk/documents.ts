import {
  type BulkWriteRow,
  createRevision,
  now,
  type RxDocumentData,
  type RxStorageWriteErrorConflict,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import type { Codec } from '#web/store/base/codec.ts'
import type { InFlight } from '#web/store/base/in-flight.ts'

/** A document with RxDB's revision, which a later write must name. */
export type StoredDocument<D> = RxDocumentData<D>

export interface Writes<D> {
  readonly insert?: readonly D[]
  readonly replace?: readonly { readonly previous: StoredDocument<D>; readonly document: D }[]
  /** Each document is overwritten by `blank` before it is deleted, because a tombstone keeps the text. */
  readonly remove?: readonly { readonly previous: StoredDocument<D>; readonly blank: D }[]
}

export interface Range {
  readonly first?: string
  readonly last?: string
  readonly reverse?: boolean
}

export type Visitor<T> = (document: T) => boolean | void

export interface Sealing<D> {
  readonly codec: Codec
  readonly texts: readonly (keyof D & string)[]
}

/** Characters per read request: enough to keep the disk busy, few enough for memory. */
const maxCharacters = 8_000_000

const unopenedPrefix = 'unopened: '

export const isUnopened = (text: string): boolean => text.startsWith(unopenedPrefix)

/** One text that cannot be opened must not make the others unreadable, or be taken for an opened one. */
const openOrMark = async ({ open }: Codec, sealed: string): Promise<string> => {
  try {
    return await open(sealed)
  } catch {
    return unopenedPrefix + sealed
  }
}

const live = '0'
const deleted = '1'

export class Documents<D extends { readonly id: string }> {
  readonly #storage: Promise<RxStorageInstanceDexie<D>>
  readonly #writer: string
  readonly #inFlight: InFlight
  readonly #sealing: Sealing<D>
  #lastSealed: Promise<unknown> = Promise.resolve()

  constructor(storage: Promise<RxStorageInstanceDexie<D>>, writer: string, inFlight: InFlight, sealing: Sealing<D>) {
    this.#storage = storage
    this.#writer = writer
    this.#inFlight = inFlight
    this.#sealing = sealing
  }

  /** The table of the storage, for ids: its own methods read whole documents, and a page of the feed is a megabyte. */
  async #table() {
    return (await (await this.#storage).internals).dexieTable
  }

  async #idsOf(state: typeof live | typeof deleted, { first = '', last = '\uffff', reverse = false }: Range = {}) {
    const found = (await this.#table()).where('[_deleted+id]').between([state, first], [state, last], true, true)
    return (await (reverse ? found.reverse() : found).primaryKeys()) as string[]
  }

  /**
   * One transaction, and another one for inserts with the id of a tombstone. `taken` lists ids that another writer wrote
   * first. Writes start in the order of the calls, however long sealing takes.
   */
  async write({ insert = [], replace = [], remove = [] }: Writes<D>): Promise<{ readonly taken: readonly string[] }> {
    const changes: { readonly previous?: StoredDocument<D>; readonly document: D }[] = [
      ...insert.map((document) => ({ document })),
      ...replace,
    ]
    if (changes.length + remove.length === 0) return { taken: [] }
    return this.#inFlight.run(async () => {
      const sealed = await this.#afterEarlier(
        this.#convert(
          changes.map(({ document }) => document),
          'seal',
        ),
      )
      const conflicts = await this.#bulkWrite([
        ...changes.map((change, index) => ({ ...change, document: this.#revision(sealed[index]!, change.previous) })),
        ...remove.map(({ previous, blank }) => ({ previous, document: this.#revision(blank, previous, true) })),
      ])
      const isOverTombstone = (each: RxStorageWriteErrorConflict<D>) =>
        !each.writeRow.previous && each.documentInDb._deleted
      const overTombstones = conflicts.filter(isOverTombstone).map(({ documentInDb, writeRow: { document } }) => ({
        previous: documentInDb,
        document: this.#revision(document, documentInDb),
      }))
      const taken = [...conflicts.filter((each) => !isOverTombstone(each)), ...(await this.#bulkWrite(overTombstones))]
      return { taken: taken.map(({ documentId }) => documentId) }
    })
  }

  async #bulkWrite(rows: BulkWriteRow<D>[]): Promise<RxStorageWriteErrorConflict<D>[]> {
    if (rows.length === 0) return []
    const { error } = await (await this.#storage).bulkWrite(rows, 'store')
    return error.map((each) => {
      if (each.status !== 409) throw new Error(`A document could not be written: ${each.documentId}`)
      return each
    })
  }

  async get(id: string): Promise<StoredDocument<D> | undefined> {
    return this.#inFlight.run(async () => {
      const found = await (await this.#storage).findDocumentsById([id], false)
      return (await this.#convert(found, 'open'))[0]
    })
  }

  ids(): Promise<string[]> {
    return this.#inFlight.run(() => this.#idsOf(live))
  }

  /**
   * Visits documents by id until the visitor returns false. If one was deleted meanwhile, `begin` supplies a new
   * visitor.
   */
  each(begin: () => Visitor<StoredDocument<D>>, range: Range = {}): Promise<void> {
    return this.#inFlight.run(async () => {
      while (!(await this.#visit(begin(), range)));
    })
  }

  async #visit(visit: Visitor<StoredDocument<D>>, range: Range): Promise<boolean> {
    const storage = await this.#storage
    const ids = await this.#idsOf(live, range)
    const read = (from: number, count: number) => {
      const wanted = ids.slice(from, from + count)
      const stored = storage.findDocumentsById(wanted, false)
      stored.catch(() => undefined)
      return { stored, end: from + wanted.length, count: wanted.length }
    }
    // Starts with one, because the visitor often wants no more.
    let reading = read(0, 1)
    while (reading.count > 0) {
      const { count, end } = reading
      const documents = await reading.stored
      if (documents.length < count) return false
      const fittingCount = Math.floor((maxCharacters * count) / Math.max(1, this.#sizeOf(documents)))
      reading = read(end, Math.max(1, Math.min(2 * count, fittingCount)))
      for (const document of await this.#convert(documents, 'open')) if (visit(document) === false) return true
    }
    return true
  }

  /** RxDB's own cleanup would read every document into memory first. */
  purge(): Promise<void> {
    return this.#inFlight.run(async () => (await this.#table()).bulkDelete(await this.#idsOf(deleted)))
  }

  #afterEarlier<T>(sealing: Promise<T>): Promise<T> {
    const turn = this.#lastSealed.then(() => sealing)
    this.#lastSealed = turn.catch(() => undefined)
    return turn
  }

  async #convert<T extends D>(documents: readonly T[], direction: keyof Codec): Promise<T[]> {
    const { codec, texts } = this.#sealing
    const converted = await Promise.all(
      documents.flatMap((document) =>
        texts.map(async (name) => {
          const text = document[name] as string
          return direction === 'seal' ? codec.seal(text) : openOrMark(codec, text)
        }),
      ),
    )
    return documents.map((document, index) => {
      const own = texts.map((name, at) => [name, converted[index * texts.length + at]])
      return { ...document, ...Object.fromEntries(own) }
    })
  }

  #sizeOf(documents: readonly D[]): number {
    const sizes = documents.flatMap((document) => this.#sealing.texts.map((name) => (document[name] as string).length))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  #revision(document: D, previous?: StoredDocument<D>, isDeleted = false): StoredDocument<D> {
    const fields = { _deleted: isDeleted, _attachments: {}, _meta: { lwt: now() } }
    return { ...document, ...fields, _rev: createRevision(this.#writer, previous) }
  }
}
