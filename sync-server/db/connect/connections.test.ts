import { expect, it } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'
import { openConnections } from './connections.ts'

it('does not close a connection because of its age', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const timeouts = { connection: 5_000, silence: 5_000 }
  const connections = await openConnections(ownerUrl, { max_lifetime: 0.1, onnotice: () => {} }, 1, timeouts)
  await connections.transaction('begin; create table kept (n int)', ({ run }) =>
    run((sql) => sql`insert into kept select 1 from pg_sleep(0.3)`),
  )
  const kept = connections.borrow(({ run }) => run((sql) => sql`select n from kept`))
  expect([...(await kept)]).toEqual([{ n: 1 }])
  await connections.close()
  await drop()
})
