import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { type Connections, openConnections } from './connections.ts'

let database: TestDatabase
let connections: Connections
beforeAll(async () => {
  database = await createTestDatabase()
  const timeouts = { connection: 5_000, silence: 5_000 }
  connections = await openConnections(database.ownerUrl, { onnotice: () => {} }, 1, timeouts)
  await connections.borrow(({ run }) => run((sql) => sql`create table notes (id int primary key)`))
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})

const stored = async (): Promise<number[]> => {
  const rows = await connections.borrow(({ run }) =>
    run((sql) => sql<{ id: number }[]>`select id from notes order by id`),
  )
  return rows.map(({ id }) => id)
}

describe('a pipelined transaction', () => {
  it('commits statements for which its work did not wait', async () => {
    await connections.pipelined('begin', async ({ run }) => {
      void run((sql) => sql`insert into notes values (1)`)
      void run((sql) => sql`insert into notes values (2)`)
    })
    expect(await stored()).toEqual([1, 2])
  })

  it('fails with the first of them that failed, and keeps nothing', async () => {
    const before = await stored()
    const failing = connections.pipelined('begin', async ({ run }) => {
      void run((sql) => sql`insert into notes values (7)`)
      void run((sql) => sql`insert into notes values (7)`)
      void run((sql) => sql`insert into notes values (8)`)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual(before)
  })

  it('fails with the error of its BEGIN', async () => {
    const failing = connections.pipelined('begin; set local no_such_setting = 1', ({ run }) =>
      run((sql) => sql`insert into notes values (9)`),
    )
    await expect(failing).rejects.toMatchObject({ code: '42704' })
    expect(await stored()).not.toContain(9)
  })
})
