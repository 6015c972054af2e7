import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './database.ts'
import { DeviceNotes } from './device-notes.ts'

it('keeps what two tabs note at the same time', async () => {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const openNotes = async (tab: string) => {
    const database = openDatabase('notes', idb, tab)
    onTestFinished(() => database.close())
    const notes = new DeviceNotes(
      database.device,
      () => tab,
      () => 9,
    )
    await notes.open()
    return notes
  }
  const first = await openNotes('first')
  const second = await openNotes('second')
  await Promise.all([first.recordPull(5), second.saveCheckpoint({ number: 7, mark: 'm' }, 1)])
  const reader = await openNotes('reader')
  expect([reader.client, reader.lastSync, reader.checkpointOf(1)]).toEqual(['first', 5, { number: 7, mark: 'm' }])
})
