/** Contents and names of the device's databases, except one name that never changes. */
export async function readDevice(): Promise<unknown[]> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const found: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    if (name !== 'holdfast-identity') found.push(name)
    const database = await resultOf(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      found.push(...(await resultOf(database.transaction(store).objectStore(store).getAll())))
    }
    database.close()
  }
  return found
}
