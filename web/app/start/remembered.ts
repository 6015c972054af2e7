const databaseName = 'holdfast-identity'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The device did not respond'))
  })

/** Also true if the check fails: the app then finds out. */
export async function isRemembered(indexedDB: IDBFactory): Promise<boolean> {
  try {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some((each) => each.name === databaseName)) return false
    const database = await resultOf(indexedDB.open(databaseName))
    try {
      return (await resultOf(database.transaction('remembered').objectStore('remembered').count())) > 0
    } finally {
      database.close()
    }
  } catch {
    return true
  }
}
