// What was deleted from a browser's databases stays readable in its files until it rewrites them. Chromium keeps all of
// the app's in one log, and a deletion rewrites only what lies under its own newest part: what was written lately is
// then carried over with its deletion, and goes with the next rewriting. So one more database is made and deleted.
import type { Idb, Timers } from '#web/store/base/deps.ts'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The device did not answer', { cause: request.error }))
  })

interface ScrubDeps {
  readonly idb: Idb
  readonly timers: Timers
  readonly databasePrefix?: string | undefined
}

/** Another window may be in the middle of this, and frozen there. */
const patienceMs = 5_000

/** To call when databases were deleted. False when it did not come to its end: it is then to be done again. */
export function sweep({ idb, timers, databasePrefix = 'holdfast' }: ScrubDeps): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = timers.setTimeout(() => resolve(false), patienceMs)
    const end = (isScrubbed: boolean) => {
      timers.clearTimeout(timer)
      resolve(isScrubbed)
    }
    makeAndDelete(idb, `${databasePrefix}-sweep`).then(
      () => end(true),
      () => end(false),
    )
  })
}

async function makeAndDelete({ indexedDB }: Idb, name: string): Promise<void> {
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('nothing')
  const database = await done(opening)
  database.close()
  await done(indexedDB.deleteDatabase(name))
}
