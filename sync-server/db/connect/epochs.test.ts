import { afterAll, expect, inject, it } from 'vitest'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { cloneDatabase } from '#server/test/template.ts'
import { type Database, openDatabase } from './database.ts'
import { endRecovery, recoveryMs } from './epochs.ts'

const { ownerUrl, drop } = await createTestDatabase()
const cleanups = [drop]
afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp()
})

const [monday, tuesday] = [new Date('2026-03-16T08:00:00.000Z'), new Date('2026-03-17T08:00:00.000Z')]

async function withDatabase<T>(url: string, now: Date, run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, 2, () => now)
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

const epochsOf = (database: Database, tenantId: string) =>
  database.tenant(tenantId, (tx) =>
    tx.query<{ id: string }>(
      'select id, began, created_at as at, recovers_until as until from epochs where tenant_id = $1 order by ordinal',
      [tenantId],
    ),
  )

async function copyOf(url: string): Promise<string> {
  const copy = await cloneDatabase(inject('postgresUrl'), url)
  cleanups.push(copy.drop)
  return copy.ownerUrl
}

it('HIST13 a moved database begins a new epoch for every firm at its counter; a restart does not, and moving back does', async () => {
  const firms = await withDatabase(ownerUrl, monday, async (database) => {
    const made = [await openTenant(database, monday), await openTenant(database, monday)] as const
    for (const id of made) await createFirm(database, id, `Firm ${id}`, [], monday)
    await database.tenant(made[1], (tx) => tx.query('update tenant_numbers set n = 5 where tenant_id = $1', [made[1]]))
    return made
  })
  const first = { id: expect.any(String), began: 0, at: monday.toISOString(), until: null }
  await withDatabase(ownerUrl, tuesday, async (database) => {
    for (const id of firms) expect(await epochsOf(database, id)).toEqual([first])
  })
  const copy = await copyOf(ownerUrl)
  const until = new Date(tuesday.getTime() + recoveryMs).toISOString()
  for (let start = 0; start < 2; start++) {
    await withDatabase(copy, tuesday, async (database) => {
      for (const [i, id] of firms.entries()) {
        const epochs = await epochsOf(database, id)
        expect(epochs).toEqual([first, { id: expect.any(String), began: i * 5, at: tuesday.toISOString(), until }])
        expect(new Set(epochs.map((each) => each.id)).size).toBe(2)
      }
    })
  }
  await withDatabase(await copyOf(copy), tuesday, async (database) => {
    expect(await epochsOf(database, firms[0])).toHaveLength(3)
  })
})

it('nodes that start together on another cluster begin one epoch', async () => {
  const tenantId = await withDatabase(ownerUrl, monday, async (database) => {
    const id = await openTenant(database, monday)
    await createFirm(database, id, `Firm ${id}`, [], monday)
    return id
  })
  const copy = await copyOf(ownerUrl)
  const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(copy, 2, () => tuesday)))
  expect(await epochsOf(nodes[0]!, tenantId)).toHaveLength(2)
  await Promise.all(nodes.map((database) => database.close()))
})

it('recovery can be ended manually and immediately, and stays ended', async () => {
  await withDatabase(ownerUrl, monday, async (database) => {
    const tenantId = await openTenant(database, monday)
    await database.upkeep(tenantId, (tx) => endRecovery(tx, monday))
    await database.upkeep(tenantId, (tx) => endRecovery(tx, tuesday))
    expect(await epochsOf(database, tenantId)).toMatchObject([{ until: monday.toISOString() }])
  })
})
