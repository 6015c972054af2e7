// The documents of one collection: written through RxDB's storage in bulk, read a few at a time, so that no more than
// these texts are in the heap.
import { Dexie } from 'dexie'
import type { DexieStorageInternals, RxCollection, RxDocumentData } from 'rxdb/plugins/core'
import type { InFlight } from './in-flight.ts'

/** A document with RxDB's revision, as a later write must name it. */
export type StoredDocument<D> = RxDocumentData<D>

export interface Writes<D> {
  readonly insert?: readonly D[]
  readonly replace?: readonly { readonly previous: StoredDocument<D>; readonly document: D }[]
  /** Documents to go, and what is to be blanked before: a tombstone keeps the text otherwise. */
  readonly remove?: readonly { readonly previous: StoredDocument<D>; readonly blank: D }[]
}

export interface Range {
  readonly first?: string
  readonly last?: string
  readonly reverse?: boolean
}

/** Documents read by one request: enough to keep the disk busy, few enough for the heap. */
const mostAtOnce = 8

const live = '0'
const deleted = '1'

export class Documents<D extends { readonly id: string }> {
  readonly #collection: () => Promise<RxCollection<D>>
  readonly #internals: DexieStorageInternals
  readonly #inFlight: InFlight

  /** Reading does without the collection; it is asked for by the first write. */
  constructor(collection: () => Promise<RxCollection<D>>, internals: DexieStorageInternals, inFlight: InFlight) {
    this.#collection = collection
    this.#internals = internals
    this.#inFlight = inFlight
  }

  get #table() {
    return this.#internals.then(({ dexieTable }) => dexieTable)
  }

  /** One transaction; `taken` lists the ids that another writer wrote first, whose documents stay as they are. */
  async write({ insert = [], replace = [], remove = [] }: Writes<D>): Promise<{ readonly taken: readonly string[] }> {
    const stamped = (document: D, gone = false) =>
      ({
        ...document,
        _deleted: gone,
        _attachments: {},
        _meta: { lwt: 1 },
        _rev: '1-0',
      }) as unknown as StoredDocument<D>
    const rows = [
      ...insert.map((document) => ({ document: stamped(document) })),
      ...replace.map(({ previous, document }) => ({ previous, document: stamped(document) })),
      ...remove.map(({ previous, blank }) => ({ previous, document: stamped(blank, true) })),
    ]
    if (rows.length === 0) return { taken: [] }
    const { error } = await this.#inFlight.run(async () =>
      (await this.#collection()).storageInstance.bulkWrite(rows, 'store'),
    )
    for (const each of error)
      if (each.status !== 409) throw new Error(`A document could not be written: ${each.documentId}`)
    return { taken: error.map((each) => each.documentId) }
  }

  async get(id: string): Promise<StoredDocument<D> | undefined> {
    const found = await this.#inFlight.run(async () => (await this.#table).get(id))
    return found && found._deleted === live ? ({ ...found, _deleted: false } as StoredDocument<D>) : undefined
  }

  /** The ids of all documents in their order. */
  ids(): Promise<string[]> {
    return this.#inFlight.run(async () => {
      const table = await this.#table
      return (await table
        .where('[_deleted+id]')
        .between([live, Dexie.minKey], [live, Dexie.maxKey])
        .primaryKeys()) as string[]
    })
  }

  /**
   * Visits documents from `first` to `last` in the order of their ids, or against it, until the visitor says false. One
   * transaction reads them all, a few at a time, the next ones while these are looked at.
   */
  each(
    visit: (document: StoredDocument<D>) => boolean | void,
    { first = '', last = '\uffff', reverse = false }: Range = {},
  ): Promise<void> {
    return this.#inFlight.run(async () => {
      const table = await this.#table
      await table.db.transaction('r', table, async () => {
        const found = table.where('[_deleted+id]').between([live, first], [live, last], true, true)
        const ids = await (reverse ? found.reverse() : found).primaryKeys()
        const read = (from: number, to: number): PromiseLike<StoredDocument<D>[]> =>
          table.bulkGet(ids.slice(from, to)) as never
        // One first: often the visitor wants no more than that.
        let [from, to] = [0, 1]
        let next = ids.length > 0 ? read(from, to) : undefined
        while (next) {
          const documents = await next
          ;[from, to] = [to, to + Math.min(2 * (to - from), mostAtOnce)]
          next = from < ids.length ? read(from, to) : undefined
          for (const document of documents) if (visit({ ...document, _deleted: false }) === false) return
        }
      })
    })
  }

  /** Takes tombstones off the disk. RxDB's own cleanup reads every document into the heap first. */
  purge(): Promise<void> {
    return this.#inFlight.run(async () => {
      const table = await this.#table
      const tombstones = await table
        .where('[_deleted+id]')
        .between([deleted, Dexie.minKey], [deleted, Dexie.maxKey])
        .primaryKeys()
      await table.bulkDelete(tombstones)
    })
  }
}
