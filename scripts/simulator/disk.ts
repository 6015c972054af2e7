// What a device keeps when the power goes: whatever its transactions had completed, and nothing else.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Idb } from '#web/store/deps.ts'

interface RawTransaction {
  _state: string
  _rollbackLog: (() => void)[]
  _requests: unknown[]
}

interface RawDatabase {
  transactions: RawTransaction[]
  connections: { _closed: boolean; _closePending: boolean }[]
}

export class Disk {
  readonly #factory = new IDBFactory()
  readonly #isLossy: boolean
  #lastOfOutbox: RawTransaction | undefined

  constructor(isLossy = false) {
    this.#isLossy = isLossy
  }

  /**
   * IndexedDB as one boot sees it. RxDB remembers databases by name for the whole process, so each boot has names of its
   * own for what is one database on the disk.
   */
  seenBy(boot: { readonly name: string; readonly on: boolean }): Idb {
    const factory = this.#factory
    const onDisk = (name: string) => name.replace(boot.name, '')
    const indexedDB = {
      // Dexie opens anew what was closed under it; without power nobody answers.
      open: (name: string, version?: number) => (boot.on ? this.#open(onDisk(name), version) : {}),
      deleteDatabase: (name: string) => factory.deleteDatabase(onDisk(name)),
      databases: () => factory.databases(),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as IDBFactory
    return { indexedDB, IDBKeyRange }
  }

  /** Undoes what had not completed and forgets who was connected. */
  powerOff(): void {
    const last = this.#isLossy ? this.#lastOfOutbox : undefined
    if (last?._state === 'finished') for (const undo of last._rollbackLog.toReversed()) undo()
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

  #open(name: string, version: number | undefined): IDBOpenDBRequest {
    const request = this.#factory.open(name, version)
    if (!this.#isLossy || !name.endsWith('--outbox')) return request
    request.addEventListener('success', () => {
      const connection = request.result
      const begin = connection.transaction.bind(connection)
      connection.transaction = (...args) => {
        const transaction = begin(...args)
        if (args[1] === 'readwrite') this.#lastOfOutbox = transaction as unknown as RawTransaction
        return transaction
      }
    })
    return request
  }

  #databases(): Iterable<RawDatabase> {
    return (this.#factory as unknown as { _databases: Map<string, RawDatabase> })._databases.values()
  }
}
