// Completed transactions survive a power failure.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { isDigested } from '#schema/sync/digest.ts'
import type { FeedRow } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { packRows, unpackRows } from '#web/store/feed/packed-rows.ts'
import type { Cipher } from './cipher.ts'
import type { Dice } from '../dice.ts'

interface RawTransaction {
  _state: string
  _rollbackLog: (() => void)[]
  _requests: unknown[]
  _abort(reason: string): void
}

interface Document {
  readonly id: string
  readonly _deleted: string
  readonly text?: string
  readonly head?: string
  rows?: string
}

interface RawDatabase {
  transactions: RawTransaction[]
  readonly rawObjectStores: ReadonlyMap<string, { readonly records: { values(): Iterable<{ value: Document }> } }>
  connections: { _closed: boolean; _closePending: boolean }[]
}

interface RawFactory {
  readonly _databases: Map<string, RawDatabase>
  readonly _connectionQueues: Map<string, Promise<void>>
}

type RawIdb = IDBFactory & RawFactory

export class Disk {
  readonly #factory = new IDBFactory() as RawIdb
  readonly #isLossy: boolean
  readonly cipher: Cipher | undefined
  #lastOfOutbox: RawTransaction | undefined
  #refusals: number[] = []
  #isOutboxDisk = false
  refused = 0

  constructor(isLossy = false, cipher?: Cipher) {
    this.#isLossy = isLossy
    this.cipher = cipher
  }

  /** RxDB's storage shares open databases by name in the whole process, so each boot maps its own names to the disk's. */
  seenBy(boot: { readonly name: string; readonly on: boolean }): Idb {
    const factory = this.#factory
    const onDisk = (name: string) => name.replace(boot.name, '')
    const inBoot = (name = '') => name.replace(/^(rxdb-dexie-)?/, (kind) => `${kind}${boot.name}`)
    const indexedDB = {
      // Dexie reopens a database that was closed under it.
      open: (name: string, version?: number) => (boot.on ? this.#open(boot, onDisk(name), version) : {}),
      deleteDatabase: (name: string) => factory.deleteDatabase(onDisk(name)),
      databases: async () => (await factory.databases()).map((each) => ({ ...each, name: inBoot(each.name) })),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as IDBFactory
    return { indexedDB, IDBKeyRange }
  }

  fill(turns: readonly number[], isOutboxDisk: boolean): void {
    this.#isOutboxDisk = isOutboxDisk
    this.#refusals.push(...turns)
  }

  empty(): void {
    this.#refusals = []
  }

  outboxOf(personId: string): string[] {
    return this.#documentsOf(`${personId}--0--outbox`).map(({ text }) => this.#opened(text!))
  }

  pagesOf(personId: string): string[] {
    return this.#documentsOf(`${personId}--0--feed`).map(({ head }) => this.#opened(head!))
  }

  texts(): Map<string, string> {
    const textOf = ({ rawObjectStores }: RawDatabase) =>
      JSON.stringify([...rawObjectStores.values()].flatMap(({ records }) => [...records.values()]))
    return new Map([...this.#databasesByName()].map(([name, database]) => [name, textOf(database)]))
  }

  loseRow(personId: string, dice: Dice): string | undefined {
    const pages = this.#documentsOf(`${personId}--0--feed`).filter(({ rows }) => rows)
    if (!pages.length) return undefined
    const page = dice.pick(pages)
    const rows = unpackRows(this.#opened(page.rows!))
    // Rows that expire are not in the digest, so that nobody would notice.
    const missed = rows.filter(([entity]) => isDigested(entityNamed(entity)!))
    if (!missed.length) return undefined
    const lost: FeedRow = dice.pick(missed)
    const left = packRows(rows.filter((row) => row !== lost))
    page.rows = this.cipher?.sealNow(left) ?? left
    return `${lost[0]} ${lost[1]}`
  }

  #opened(text: string): string {
    return this.cipher?.openNow(text) ?? text
  }

  #documentsOf(end: string): Document[] {
    const found = [...this.#databasesByName()].filter(([name]) => name.endsWith(end))
    return found.flatMap(([, { rawObjectStores }]) =>
      [...(rawObjectStores.get('docs')?.records.values() ?? [])].flatMap(({ value }) =>
        value._deleted === '0' ? [value] : [],
      ),
    )
  }

  powerOff(): void {
    const last = this.#isLossy ? this.#lastOfOutbox : undefined
    if (last?._state === 'finished') for (const undo of last._rollbackLog.toReversed()) undo()
    // Pending connections must not block new ones.
    this.#factory._connectionQueues.clear()
    for (const database of this.#databases()) {
      for (const transaction of database.transactions) {
        if (transaction._state === 'finished') continue
        for (const undo of transaction._rollbackLog.toReversed()) undo()
        transaction._state = 'finished'
        transaction._requests.length = 0
      }
      for (const connection of database.connections) connection._closed = connection._closePending = true
      database.transactions.length = 0
      database.connections.length = 0
    }
  }

  #open(boot: { readonly on: boolean }, name: string, version: number | undefined): IDBOpenDBRequest {
    const request = this.#factory.open(name, version)
    request.addEventListener('success', () => boot.on || request.result.close())
    if (!/--(feed|outbox|device)$/.test(name)) return request
    request.addEventListener('success', () => {
      const connection = request.result
      const begin = connection.transaction.bind(connection)
      connection.transaction = (...args) => {
        const transaction = begin(...args)
        if (args[1] === 'readwrite') this.#begun(transaction as IDBTransaction & RawTransaction, name)
        return transaction
      }
    })
    return request
  }

  #begun(transaction: RawTransaction, name: string): void {
    if (this.#isLossy && name.endsWith('--outbox')) this.#lastOfOutbox = transaction
    const [turns] = this.#refusals
    if (turns === undefined || (this.#isOutboxDisk && !name.endsWith('--outbox'))) return
    const refuse = (left: number) =>
      setImmediate(() => {
        if (transaction._state === 'finished') return
        if (left > 0) return void refuse(left - 1)
        this.refused++
        this.#refusals.shift()
        transaction._abort('QuotaExceededError')
      })
    refuse(turns)
  }

  #databases(): Iterable<RawDatabase> {
    return this.#databasesByName().values()
  }

  #databasesByName(): Map<string, RawDatabase> {
    return this.#factory._databases
  }
}
