import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { addAccount, changeAccount } from '#server/entities/financial-accounts/save-account.ts'
import { registry } from '#schema/registry.ts'
import { newId } from '#server/db/new-id.ts'
import type { SecretKey } from '#server/secrets/keys.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asOwner } from '#server/test/database.ts'
import { resealFirm } from './reseal.ts'

const keyNamed = (id: string): SecretKey => ({ id, bytes: randomBytes(32) })
const [old, newest] = [keyNamed('old'), keyNamed('newest')]
const before = createSeals(() => [old])
const after = createSeals(() => [newest, old])
const alone = createSeals(() => [newest])
const server = await setupServer({ seals: before })
const table = 'bank_accounts'

const numbersOf = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ id: string; number: string; routing: string | null }>(
      'select id, account_number as number, routing_number as routing from bank_accounts where tenant_id = $1 order by id',
      [tenantId],
    ),
  )

async function setupFirm(count: number) {
  const { tenantId, manager } = await createFirm(server)
  const rows = Array.from({ length: count }, (_, i) => {
    const id = newId()
    const place = { tenantId, table, id }
    const number = before.seal(`number ${i}`, { ...place, column: 'account_number' })
    return { id, number, routing: i % 2 ? before.seal(`routing ${i}`, { ...place, column: 'routing_number' }) : null }
  })
  await asOwner(server, (sql) =>
    sql.unsafe(
      `insert into bank_accounts (tenant_id, id, n, created_at, updated_at, user_id, bank_name, is_active, account_number, routing_number)
       select $1::uuid, r.id, 1, now(), now(), $3::uuid, 'Bank', true, r.number, r.routing
       from json_to_recordset($2::text::json) as r(id uuid, number text, routing text)`,
      [tenantId, JSON.stringify(rows), manager.userId],
    ),
  )
  return { tenantId, viewer: { tenantId, userId: manager.userId, role: manager.role, investorIds: [] } }
}

const opened = async (tenantId: string) =>
  (await numbersOf(tenantId)).map(({ id, number }) =>
    alone.open(number, { tenantId, table, id, column: 'account_number' }),
  )

it('every value of a firm is sealed with the newest key and unchanged; a second run has nothing to do', async () => {
  const { tenantId } = await setupFirm(450)
  const there = await setupFirm(1)
  expect(await resealFirm({ ...server, seals: after }, tenantId)).toEqual({ resealed: 450 + 225, broken: [] })
  expect(await opened(tenantId)).toEqual(Array.from({ length: 450 }, (_, i) => `number ${i}`))
  const routings = (await numbersOf(tenantId)).map(({ routing }) => routing && alone.keyOf(routing))
  expect(routings.slice(0, 2)).toEqual([null, 'newest'])
  expect(await resealFirm({ ...server, seals: after }, tenantId)).toEqual({ resealed: 0, broken: [] })
  expect(after.keyOf((await numbersOf(there.tenantId))[0]!.number), 'another firm').toBe('old')
})

it('an interrupted run is repeated, and each value is resealed once', async () => {
  const { tenantId } = await setupFirm(450)
  let left = 2
  const crashing: typeof server.database = {
    ...server.database,
    tenant: (id, work) =>
      left-- > 0 ? server.database.tenant(id, work) : Promise.reject(new Error('The power is out')),
  }
  await expect(resealFirm({ database: crashing, seals: after }, tenantId)).rejects.toThrow('The power is out')
  const half = (await numbersOf(tenantId)).filter(({ number }) => after.keyOf(number) === 'newest').length
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(450)
  const { resealed } = await resealFirm({ ...server, seals: after }, tenantId)
  expect(resealed).toBeLessThan(450)
  expect(await opened(tenantId)).toHaveLength(450)
})

it('values written meanwhile stay, under the key of their node', async () => {
  const { tenantId, viewer } = await setupFirm(450)
  const rows = await numbersOf(tenantId)
  const change = (at: number, seals: typeof before) =>
    changeAccount({ ...server, seals }, registry.bankAccounts, viewer, rows[at]!.id, { accountNumber: `changed ${at}` })
  const [added] = await Promise.all([
    addAccount({ ...server, seals: after }, registry.bankAccounts, viewer, {
      bankName: 'Bank',
      accountNumber: 'added',
    }),
    ...[1, 101, 201, 301, 401].map((at) => change(at, before)),
    ...[2, 202, 402].map((at) => change(at, after)),
    resealFirm({ ...server, seals: after }, tenantId),
  ])
  await resealFirm({ ...server, seals: after }, tenantId)
  const values = new Set(await opened(tenantId))
  for (const at of [1, 101, 201, 301, 401, 2, 202, 402]) expect(values).toContain(`changed ${at}`)
  expect([values.has('added'), values.size, added]).toEqual([true, 451, expect.any(String)])
})

it('a value that cannot be opened is reported and left; the others are resealed', async () => {
  const { tenantId } = await setupFirm(3)
  const [, second] = await numbersOf(tenantId)
  await server.database.tenant(tenantId, (tx) =>
    tx.query(
      `update bank_accounts set account_number = 'v1.lost.' || repeat('A', 60) where tenant_id = $1 and id = $2`,
      [tenantId, second!.id],
    ),
  )
  expect(await resealFirm({ ...server, seals: after }, tenantId)).toEqual({
    resealed: 3,
    broken: [
      `bank_accounts.account_number of ${second!.id} is sealed under the key lost, which this server does not have`,
    ],
  })
  expect((await numbersOf(tenantId)).map(({ number }) => after.keyOf(number))).toEqual(['newest', 'lost', 'newest'])
})
