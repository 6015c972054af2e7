import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupMonths(...computedAt: readonly string[]) {
  const firm = await createFirm(server)
  await as(server, firm.admin).write(project())
  const ids = computedAt.map(() => uuidv7())
  const number = await server.database.tenant(firm.tenantId, async (tx) => {
    const [counter] = await tx.query<{ n: number }>('select n::int from tenant_numbers where tenant_id = $1', [
      tx.tenantId,
    ])
    for (const [index, at] of computedAt.entries())
      await tx.query(
        `insert into analytics_data (tenant_id, id, n, created_at, updated_at, type, data, computed_at)
values ($1, $2, $3, now(), now(), 'monthly', $4::text::jsonb, $5)`,
        [tx.tenantId, ids[index], counter!.n, JSON.stringify({ month: index }), at],
      )
    return counter!.n
  })
  return { ...firm, ids, number }
}

it('PULL13 the rows of recent months are sent and counted, but not in the digest; investors get none', async () => {
  const { admin, investor, ids } = await setupMonths(
    '2025-01-31T23:59:59.999Z',
    '2025-02-01T00:00:00.000Z',
    '2026-03-15T09:00:00.000Z',
  )
  const staff = as(server, admin)
  const { rows, pages } = await staff.pull(undefined, true)
  const months = rows.filter(([entity]) => entity === 'analyticsData')
  expect(months.map(([, id]) => id).toSorted()).toEqual(ids.slice(1).toSorted())
  expect(months.map(([, , , fields]) => fields?.['data'])).toEqual(expect.arrayContaining([{ month: 1 }, { month: 2 }]))
  const others = rows.length - months.length
  expect(pages[0]!.total).toBe(rows.length + (await staff.pull()).activities.length)
  expect(pages.at(-1)!.digest?.count).toBe(others)
  const rowsOfInvestor = (await as(server, investor).pull()).rows
  expect(rowsOfInvestor.filter(([entity]) => entity === 'analyticsData')).toEqual([])
})

it('PULL13 a month later the earliest month is no longer sent', async () => {
  const { admin, tenantId, ids } = await setupMonths('2025-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z')
  server.clock.set('2026-04-01T00:00:00.000Z')
  const later = as(server, { cookie: `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId })}` })
  const { rows } = await later.pull()
  expect(rows.filter(([entity]) => entity === 'analyticsData').map(([, id]) => id)).toEqual([ids[1]])
})
