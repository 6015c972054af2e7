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

  /**
   * IndexedDB as one boot sees it. RxDB remembers databases by name for the whole process, so each boot has names of its
   * own for what is one database on the disk.
   */
  seenBy(boot: string): Idb {
    const factory = this.#factory
    const onDisk = (name: string) => name.replace(boot, '')
    const indexedDB = {
      open: (name: string, version?: number) => factory.open(onDisk(name), version),
      deleteDatabase: (name: string) => factory.deleteDatabase(onDisk(name)),
      databases: () => factory.databases(),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as IDBFactory
    return { indexedDB, IDBKeyRange }
  }

  /** Undoes what had not completed and forgets who was connected. */
  powerOff(): void {
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

  #databases(): Iterable<RawDatabase> {
    return (this.#factory as unknown as { _databases: Map<string, RawDatabase> })._databases.values()
  }
}
