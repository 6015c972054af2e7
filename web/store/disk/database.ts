// One instance of RxDB's Dexie storage per collection. Documents are JSON text, so keys and indexes never change.
import { fillWithDefaultSettings, type RxJsonSchema } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
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
  readonly feed: Documents<PageDocument>
  readonly outbox: Documents<TextDocument>
  readonly device: Documents<TextDocument>
  close(): Promise<void>
}

const texts = { feed: ['head', 'rows'], outbox: ['text'], device: ['text'] } as const
type Collection = keyof typeof texts

const schemaOf = <D>(collection: Collection): RxJsonSchema<D> => {
  const names = texts[collection]
  const schema = {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 400 },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
    required: ['id', ...names],
  } as const
  return schema as unknown as RxJsonSchema<D>
}

/** Writes to these must be on the disk when they resolve; the feed can be downloaded again instead. */
const strictDurability: ReadonlySet<string> = new Set<Collection>(['outbox', 'device'])

const storageFor = (collection: Collection, idb: Idb) =>
  getRxStorageDexie({
    ...idb,
    cache: 'disabled',
    ...(strictDurability.has(collection) ? { chromeTransactionDurability: 'strict' } : {}),
  })

/** `writer` is the part of a document's revision that identifies who wrote it. */
export function openDatabase(name: string, idb: Idb, writer: string, codec: Codec = plain): Database {
  const inFlight = new InFlight()
  const closers: (() => Promise<void>)[] = []
  function documents<D extends { readonly id: string }>(collection: Collection): Documents<D> {
    const storage = storageFor(collection, idb).createStorageInstance<D>({
      databaseInstanceToken: writer,
      databaseName: name,
      collectionName: collection,
      schema: fillWithDefaultSettings(schemaOf<D>(collection)),
      options: {},
      multiInstance: false,
      devMode: false,
    })
    closers.push(async () => (await storage).close())
    const sealing = { codec, texts: texts[collection] } as unknown as Sealing<D>
    return new Documents<D>(storage, writer, inFlight, sealing)
  }
  return {
    name,
    feed: documents<PageDocument>('feed'),
    outbox: documents<TextDocument>('outbox'),
    device: documents<TextDocument>('device'),
    close: async () => {
      await inFlight.close()
      await Promise.allSettled(closers.map((close) => close()))
    },
  }
}

export const feedDatabaseName = (name: string): string => `rxdb-dexie-${name}--0--feed`

/** Earlier versions also had the internal collection of an RxDB database. */
export const indexedDbNames = (name: string): string[] => [
  ...['_rxdb_internal', 'feed', 'outbox', 'device'].map((collection) => `rxdb-dexie-${name}--0--${collection}`),
  filesDatabaseName(name),
  sharedDatabaseName(name),
  cachedFilesDatabaseName(name),
]
