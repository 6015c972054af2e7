import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/connect/database.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { createSlots, type InSlot } from './slots.ts'

const server = await setupServer()

function begin(inSlot: InSlot, importer: Parameters<InSlot>[0]) {
  const [begun, end] = [Promise.withResolvers<() => Promise<void>>(), Promise.withResolvers<void>()]
  const ended = inSlot(importer, async (requireSlot) => {
    begun.resolve(requireSlot)
    await end.promise
  })
  ended.catch(begun.reject)
  begun.promise.catch(() => {})
  return { begun: begun.promise, end: end.resolve, ended }
}

it('an import that lost its node can be repeated immediately, and does not run twice', async () => {
  const { admin } = await createFirm(server)
  const here = createSlots(server.database)
  const database = await openDatabase(server.ownerUrl, 2)
  const lost = begin(createSlots(database), admin)
  const requireSlot = await lost.begun
  await requireSlot()
  await expect(begin(here, admin).ended).rejects.toThrow('An import of yours is running')
  await database.close()
  const next = begin(here, admin)
  await next.begun
  await expect(requireSlot()).rejects.toThrow('connection')
  lost.end()
  await lost.ended
  await expect(begin(here, admin).ended).rejects.toThrow('An import of yours is running')
  next.end()
  await next.ended
})
