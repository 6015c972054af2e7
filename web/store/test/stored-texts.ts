// What a device's disk holds of the feed, read past the store: tombstones too.
import { Dexie } from 'dexie'
import { databaseNameOf } from '../database-name.ts'
import { ada } from './device.ts'
import type { Device } from './device.ts'

export async function storedTexts(device: Device, collection = 'feed'): Promise<string[]> {
  const name = `rxdb-dexie-${databaseNameOf(ada, device.prefix)}--0--${collection}`
  const database = new Dexie(name, { ...device.idb })
  await database.open()
  const documents = (await database.table('docs').toArray()) as unknown[]
  database.close()
  return documents.map((document) => JSON.stringify(document))
}
