// As earlier versions stored it: a buffer instead of a blob.
import { Dexie } from 'dexie'
import type { DiskEntry } from '#web/store/files/file-disk.ts'
import type { Device } from './device.ts'
import { disks } from './sealing.ts'

export async function storeAsBuffer(
  device: Device,
  database: string,
  { id, file, text }: DiskEntry,
  bytes: ArrayBuffer,
): Promise<void> {
  const { seal, sealBytes } = disks.codec
  const olderDatabase = new Dexie(database, { ...device.idb })
  olderDatabase.version(1).stores({ records: 'id', bytes: 'id' })
  await olderDatabase.table('records').put({ id, file, text: await seal(text) })
  await olderDatabase.table('bytes').put({ id, file, bytes: await sealBytes(bytes) })
  olderDatabase.close()
}
