// Checks whether this device remembers a person without loading the store (web/store/disk/identity.ts writes it).

const name = 'holdfast-identity'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The device did not answer'))
  })

/** Also true if the check fails: the app then finds out. */
export async function isRemembered(indexedDB: IDBFactory): Promise<boolean> {
  try {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return false
    const database = await answerOf(indexedDB.open(name))
    try {
      return (await answerOf(database.transaction('remembered').objectStore('remembered').count())) > 0
    } finally {
      database.close()
    }
  } catch {
    return true
  }
}
