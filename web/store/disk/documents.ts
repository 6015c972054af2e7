// The documents of one collection, sealed on the disk. They are written in bulk and read a few at a time to limit
// memory.
import { Dexie } from 'dexie'
import type { DexieStorageInternals, RxCollection, RxDocumentData } from 'rxdb/plugins/core'
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

/** Whether a text could not be opened; it then holds the sealed text. */
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
  readonly #collection: () => Promise<RxCollection<D>>
  readonly #internals: DexieStorageInternals
  readonly #inFlight: InFlight
  readonly #sealing: Sealing<D>
  #lastSealed: Promise<unknown> = Promise.resolve()

  constructor(
    collection: () => Promise<RxCollection<D>>,
    internals: DexieStorageInternals,
    inFlight: InFlight,
    sealing: Sealing<D>,
  ) {
    this.#collection = collection
    this.#internals = internals
    this.#inFlight = inFlight
    this.#sealing = sealing
  }

  get #table() {
    return this.#internals.then(({ dexieTable }) => dexieTable)
  }

  /**
   * One transaction. `taken` lists ids that another writer wrote first. Writes start in the order of the calls, however
   * long sealing takes.
   */
  async write({ insert = [], replace = [], remove = [] }: Writes<D>): Promise<{ readonly taken: readonly string[] }> {
    const changes = [...insert.map((document) => ({ document })), ...replace]
    if (changes.length + remove.length === 0) return { taken: [] }
    const { error } = await this.#inFlight.run(async () => {
      const sealed = await this.#afterEarlier(
        this.#convert(
          changes.map(({ document }) => document),
          'seal',
        ),
      )
      const rows = [
        ...changes.map((change, index) => ({ ...change, document: withRxdbFields(sealed[index]!) })),
        ...remove.map(({ previous, blank }) => ({ previous, document: withRxdbFields(blank, true) })),
      ]
      return (await this.#collection()).storageInstance.bulkWrite(rows, 'store')
    })
    for (const each of error)
      if (each.status !== 409) throw new Error(`A document could not be written: ${each.documentId}`)
    return { taken: error.map((each) => each.documentId) }
  }

  async get(id: string): Promise<StoredDocument<D> | undefined> {
    return this.#inFlight.run(async () => {
      const [found] = liveDocuments<D>([await (await this.#table).get(id)])
      return found && (await this.#convert([found], 'open'))[0]
    })
  }

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
   * Visits documents by id until the visitor returns false. If one was deleted during the walk, `begin` supplies a new
   * visitor and everything is read again.
   */
  each(begin: () => Visitor<StoredDocument<D>>, range: Range = {}): Promise<void> {
    return this.#inFlight.run(async () => {
      while (!(await this.#visit(begin(), range)));
    })
  }

  async #visit(
    visit: Visitor<StoredDocument<D>>,
    { first = '', last = '\uffff', reverse = false }: Range,
  ): Promise<boolean> {
    const table = await this.#table
    const found = table.where('[_deleted+id]').between([live, first], [live, last], true, true)
    const ids = (await (reverse ? found.reverse() : found).primaryKeys()) as string[]
    const read = (from: number, count: number) => {
      const wanted = ids.slice(from, from + count)
      const stored = Promise.resolve(table.bulkGet(wanted))
      stored.catch(() => undefined)
      return { stored, end: from + wanted.length, count: wanted.length }
    }
    // Starts with one, because the visitor often wants no more.
    let reading = read(0, 1)
    while (reading.count > 0) {
      const { count, end } = reading
      const documents = liveDocuments<D>(await reading.stored)
      if (documents.length < count) return false
      const fittingCount = Math.floor((maxCharacters * count) / Math.max(1, this.#sizeOf(documents)))
      reading = read(end, Math.max(1, Math.min(2 * count, fittingCount)))
      for (const document of await this.#convert(documents, 'open')) if (visit(document) === false) return true
    }
    return true
  }

  /** Removes tombstones from the disk. RxDB's own cleanup would read every document into memory first. */
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

  /** Waits until the texts of all earlier calls are sealed, too. */
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
}

function withRxdbFields<D>(document: D, gone = false): StoredDocument<D> {
  const rxdbFields = { _deleted: gone, _attachments: {}, _meta: { lwt: 1 }, _rev: '1-0' }
  return { ...document, ...rxdbFields } as unknown as StoredDocument<D>
}

const liveDocuments = <D>(found: readonly unknown[]): StoredDocument<D>[] =>
  (found as ({ readonly _deleted: string } | undefined)[])
    .filter((each) => each?._deleted === live)
    .map((each) => ({ ...each, _deleted: false }) as unknown as StoredDocument<D>)
