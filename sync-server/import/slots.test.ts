import { expect, it } from 'vitest'
import { createFirm } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'
import { createSlots } from './slots.ts'

const server = await setupServer()

it('an import whose turn was over gives back only its own, and does not go on beside the next one', async () => {
  const { admin } = await createFirm(server)
  const inSlot = createSlots(server.database, server.now)
  const begin = () => {
    const [begun, end] = [Promise.withResolvers<() => Promise<void>>(), Promise.withResolvers<void>()]
    const ended = inSlot(admin, async (renew) => {
      begun.resolve(renew)
      await end.promise
    })
    return { begun: begun.promise, end: end.resolve, ended }
  }
  const first = begin()
  const renewFirst = await first.begun
  server.clock.advance(59_000)
  await renewFirst()
  server.clock.advance(60_000)
  const second = begin()
  await (
    await second.begun
  )()
  await expect(renewFirst()).rejects.toThrow('another one of yours has begun')
  first.end()
  await first.ended
  await expect(begin().ended).rejects.toThrow('An import of yours is running')
  second.end()
  await second.ended
  const third = begin()
  await third.begun
  third.end()
  await third.ended
})
