// RxDB on Dexie: three collections whose key and indexes never change, since what a document means is JSON text inside.
import { createRxDatabase } from 'rxdb/plugins/core'
import type { RxCollection, RxDatabase, RxStorage } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { Idb } from './deps.ts'
import { Door } from './door.ts'
import { Documents } from './documents.ts'

/** A page of the feed: `head` is a PageHead as JSON, `rows` its rows, packed. */
export interface PageDocument {
  readonly id: string
  readonly head: string
  readonly rows: string
}

export interface TextDocument {
  readonly id: string
  readonly text: string
}

export interface Database {
  readonly name: string
  readonly feed: Documents<PageDocument>
  readonly outbox: Documents<TextDocument>
  readonly device: Documents<TextDocument>
  close(): Promise<void>
}

const strings = (...names: string[]) =>
  ({
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: Object.fromEntries(
      ['id', ...names].map((name) => [name, name === 'id' ? { type: 'string', maxLength: 400 } : { type: 'string' }]),
    ),
    required: ['id', ...names],
  }) as const

/** Collections whose writes must have reached the disk when they resolve; the feed can be fetched again. */
const strict = new Set(['outbox', 'device'])

/** The name differs by opener: a page may open a store again before the one it closes has let go. */
function storageOn(idb: Idb, opener: string): RxStorage<unknown, object> {
  const relaxed = getRxStorageDexie({ ...idb, cache: 'disabled' })
  const durable = getRxStorageDexie({ ...idb, cache: 'disabled', chromeTransactionDurability: 'strict' })
  return {
    name: `dexie-${opener}`,
    rxdbVersion: relaxed.rxdbVersion,
    createStorageInstance: (params) =>
      (strict.has(params.collectionName) ? durable : relaxed).createStorageInstance(params),
  }
}

/** The schemas never change, so nothing depends on this hash; it need not be a cryptographic one. */
const hashFunction = async (input: string | ArrayBuffer | Blob): Promise<string> => {
  let hash = 7
  for (const character of typeof input === 'string' ? input : '')
    hash = (hash * 31 + character.codePointAt(0)!) % 1_000_000_007
  return String(hash)
}

/**
 * RxDB keeps the texts of a collection's last events in the heap for its queries; nothing here queries, and a page's
 * text is a megabyte.
 */
const forgetEvents = (collection: RxCollection) => collection._changeEventBuffer.close()

export async function openDatabase(name: string, idb: Idb, opener: string): Promise<Database> {
  const database: RxDatabase = await createRxDatabase({
    name,
    storage: storageOn(idb, opener),
    multiInstance: false,
    eventReduce: false,
    hashFunction,
  })
  const collections = await database.addCollections({
    feed: { schema: strings('head', 'rows') },
    outbox: { schema: strings('text') },
    device: { schema: strings('text') },
  })
  const { feed, outbox, device } = collections
  const door = new Door()
  for (const each of [feed, outbox, device]) forgetEvents(each as unknown as RxCollection)
  return {
    name,
    feed: new Documents<PageDocument>(feed as unknown as RxCollection<PageDocument>, door),
    outbox: new Documents<TextDocument>(outbox as unknown as RxCollection<TextDocument>, door),
    device: new Documents<TextDocument>(device as unknown as RxCollection<TextDocument>, door),
    close: async () => {
      await door.close()
      await database.close()
    },
  }
}

/** The names under which IndexedDB knows a database and its collections. */
export const indexedDbNames = (name: string): string[] =>
  ['_rxdb_internal', 'feed', 'outbox', 'device'].map((collection) => `rxdb-dexie-${name}--0--${collection}`)
