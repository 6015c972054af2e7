import { expect, it } from 'vitest'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { isSameAtProvider } from './provider-identity.ts'

const server = await setupServer()

it('binds one of two people who sign in with one identity at the same time', async () => {
  const { tenantId, manager, investor } = await createFirm(server)
  const { directory } = server.database
  const mia = { issuer: 'https://id.example.com', subject: 'mia' }
  const signsInAs = (userId: string, sql: Parameters<typeof isSameAtProvider>[0] = directory) =>
    isSameAtProvider(sql, { id: userId, tenantId }, mia)
  const waiting = () => server.database.tenant(tenantId, (tx) => tx.query('select 1 from pg_locks where not granted'))
  const [first, second] = await directory.begin(async (sql) => {
    const bound = await signsInAs(manager.userId, sql)
    let isOver = false
    const other = signsInAs(investor.userId).finally(() => (isOver = true))
    while (!isOver && !(await waiting()).length);
    return [bound, { other }] as const
  })
  expect([first, await second.other]).toEqual([true, false])
  expect([await signsInAs(manager.userId), await signsInAs(investor.userId)]).toEqual([true, false])
})

it('one identity may belong to a person of each of two firms', async () => {
  const mia = { issuer: 'https://id.example.com', subject: 'mia' }
  for (const { tenantId, manager } of [await createFirm(server), await createFirm(server)])
    expect(await isSameAtProvider(server.database.directory, { id: manager.userId, tenantId }, mia)).toBe(true)
})
