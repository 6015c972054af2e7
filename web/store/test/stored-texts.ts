import { Dexie } from 'dexie'
import { databaseNameOf } from '#web/store/disk/database-name.ts'
import { ada, type Device } from './device.ts'
import { disks } from './sealing.ts'

export async function storedTexts(device: Device, collection = 'feed'): Promise<string[]> {
  const name = `rxdb-dexie-${databaseNameOf(ada, device.prefix)}--0--${collection}`
  const database = new Dexie(name, { ...device.idb })
  await database.open()
  const documents = (await database.table('docs').toArray()) as Record<string, unknown>[]
  database.close()
  return Promise.all(documents.map(async (document) => JSON.stringify(await openTexts(document))))
}

async function openTexts(document: Record<string, unknown>): Promise<Record<string, unknown>> {
  const texts = ['head', 'rows', 'text'].filter((name) => typeof document[name] === 'string' && document[name] !== '')
  const open = async (name: string) => [name, await disks.codec.open(document[name] as string)] as const
  return { ...document, ...Object.fromEntries(await Promise.all(texts.map(open))) }
}
