// Chromium keeps an origin's databases in one log, and a deletion compacts only older parts of it. Creating and
// deleting one more database compacts the rest.
import type { Idb, Timers } from '#web/store/base/deps.ts'

const completed = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The device did not respond', { cause: request.error }))
  })

interface ScrubDeps {
  readonly idb: Idb
  readonly timers: Timers
  readonly databasePrefix?: string | undefined
}

/** Another window may be frozen in the middle of this. */
const timeoutMs = 5_000

/** False when it did not finish and must be repeated. */
export function scrubDeleted({ idb, timers, databasePrefix = 'holdfast' }: ScrubDeps): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = timers.setTimeout(() => resolve(false), timeoutMs)
    const end = (isScrubbed: boolean) => {
      timers.clearTimeout(timer)
      resolve(isScrubbed)
    }
    createAndDelete(idb, `${databasePrefix}-sweep`).then(
      () => end(true),
      () => end(false),
    )
  })
}

async function createAndDelete({ indexedDB }: Idb, name: string): Promise<void> {
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('nothing')
  const database = await completed(opening)
  database.close()
  await completed(indexedDB.deleteDatabase(name))
}
