import { createRxDatabase } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { fetchPage, objectsIn, type FeedPosition, start as begin } from './raw.ts'

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 36 }, number: { type: 'number' } },
  required: ['id', 'number'],
} as const

export async function rxdbReplication(name: string): Promise<number> {
  const start = performance.now()
  const database = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false })
  const { rows } = await database.addCollections({ rows: { schema } })
  const replication = replicateRxCollection<AnyRow, FeedPosition>({
    collection: rows!,
    replicationIdentifier: name,
    waitForLeadership: false,
    pull: {
      // The server chooses the page size; an empty page is the end.
      batchSize: 1,
      async handler(position) {
        const page = await fetchPage(position ?? begin)
        const documents = objectsIn(page).map(({ object }) => ({ ...object, _deleted: false }))
        return { documents, checkpoint: { after: page.to, epoch: page.epoch, scope: page.scope } }
      },
    },
    push: { handler: async () => [] },
  })
  await replication.awaitInitialReplication()
  await replication.awaitInSync()
  const took = performance.now() - start
  await replication.cancel()
  return took
}
