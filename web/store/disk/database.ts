// RxDB on Dexie: three collections whose keys and indexes never change, because a document's content is JSON text.
import {
  createRxDatabase,
  fillWithDefaultSettings,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage,
} from 'rxdb/plugins/core'
import { closeDexieDb, getDexieDbWithTables, getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { type Codec, plain } from '#web/store/base/codec.ts'
import { filesDatabaseName, cachedFilesDatabaseName, sharedDatabaseName } from './database-name.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { InFlight } from '#web/store/base/in-flight.ts'
import { Documents, type Sealing } from './documents.ts'

/** A page of the feed: `head` is a PageHead as JSON, `rows` its packed rows. */
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
  open(): Promise<void>
  readonly feed: Documents<PageDocument>
  readonly outbox: Documents<TextDocument>
  readonly device: Documents<TextDocument>
  close(): Promise<void>
}

const stringSchema = (...names: string[]) =>
  ({
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: Object.fromEntries(
      ['id', ...names].map((name) => [name, name === 'id' ? { type: 'string', maxLength: 400 } : { type: 'string' }]),
    ),
    required: ['id', ...names],
  }) as const

const texts = { feed: ['head', 'rows'], outbox: ['text'], device: ['text'] } as const
const schemas = {
  feed: stringSchema(...texts.feed),
  outbox: stringSchema(...texts.outbox),
  device: stringSchema(...texts.device),
}
type Collection = keyof typeof schemas

/** Writes to these must be on the disk when they resolve; the feed can be downloaded again instead. */
const strictDurability: ReadonlySet<string> = new Set<Collection>(['outbox', 'device'])

const settingsOf = (collection: string, idb: Idb) => ({
  ...idb,
  cache: 'disabled' as const,
  ...(strictDurability.has(collection) ? { chromeTransactionDurability: 'strict' as const } : {}),
})

/** Includes the opener: a page may open a store again before the closing one has released its storage. */
const storageOn = (idb: Idb, opener: string): RxStorage<unknown, object> => ({
  name: `dexie-${opener}`,
  rxdbVersion: getRxStorageDexie().rxdbVersion,
  createStorageInstance: (params) =>
    getRxStorageDexie(settingsOf(params.collectionName, idb)).createStorageInstance(params),
})

/** The schemas never change, so nothing depends on this hash and it need not be cryptographic. */
const hashFunction = async (input: string | ArrayBuffer | Blob): Promise<string> => {
  let hash = 7
  for (const character of typeof input === 'string' ? input : '')
    hash = (hash * 31 + character.codePointAt(0)!) % 1_000_000_007
  return String(hash)
}

/** RxDB keeps recent events in memory for queries. We run none, and a page's text is a megabyte. */
const forgetEvents = (collection: RxCollection) => collection._changeEventBuffer.close()

async function openRxDB(name: string, idb: Idb, opener: string) {
  const database: RxDatabase = await createRxDatabase({
    name,
    storage: storageOn(idb, opener),
    multiInstance: false,
    eventReduce: false,
    hashFunction,
  })
  const collections = await database.addCollections({
    feed: { schema: schemas.feed },
    outbox: { schema: schemas.outbox },
    device: { schema: schemas.device },
  })
  for (const each of Object.values(collections)) forgetEvents(each as unknown as RxCollection)
  return { collections, close: () => database.close() }
}

/**
 * Opens the Dexie databases at once, which is enough for reading. RxDB itself is slower and starts with `open` or the
 * first write.
 */
export function openDatabase(name: string, idb: Idb, opener: string, codec: Codec = plain): Database {
  const internalsOf = (collection: Collection) => {
    const schema = fillWithDefaultSettings<unknown>(schemas[collection] as unknown as RxJsonSchema<unknown>)
    const internals = getDexieDbWithTables(name, collection, settingsOf(collection, idb), schema)
    internals.catch(() => undefined)
    return internals
  }
  const internals = { feed: internalsOf('feed'), outbox: internalsOf('outbox'), device: internalsOf('device') }
  let opening: ReturnType<typeof openRxDB> | undefined
  const open = () => (opening ??= openRxDB(name, idb, opener))
  const inFlight = new InFlight()
  function documents<D extends { readonly id: string }>(collection: Collection) {
    const opened = async () => (await open()).collections[collection] as unknown as RxCollection<D>
    const sealing = { codec, texts: texts[collection] } as unknown as Sealing<D>
    return new Documents<D>(opened, internals[collection], inFlight, sealing)
  }
  return {
    name,
    open: () => inFlight.run(async () => void (await open())),
    feed: documents<PageDocument>('feed'),
    outbox: documents<TextDocument>('outbox'),
    device: documents<TextDocument>('device'),
    close: async () => {
      await inFlight.close()
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
      await Promise.allSettled(Object.values(internals).map(closeDexieDb))
    },
  }
}

export const feedDatabaseName = (name: string): string => `rxdb-dexie-${name}--0--feed`

export const indexedDbNames = (name: string): string[] => [
  ...['_rxdb_internal', 'feed', 'outbox', 'device'].map((collection) => `rxdb-dexie-${name}--0--${collection}`),
  filesDatabaseName(name),
  sharedDatabaseName(name),
  cachedFilesDatabaseName(name),
]
