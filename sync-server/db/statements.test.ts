import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './connect/database.ts'
import { tenantTables } from './tables/isolation.ts'
import { createApp } from '#server/test/app.ts'
import { create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { ensureSchedule } from '#server/jobs/schedule.ts'
import { shareRenewal } from '#server/entities/holding-values/share-renewal.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const seenStatements = new Set<string>()
const database: Database = {
  ...server.database,
  tenant: (tenantId, work) =>
    server.database.tenant(tenantId, (tx) =>
      work({
        ...tx,
        query: (text, params) => {
          seenStatements.add(text)
          return tx.query(text, params)
        },
      }),
    ),
}

beforeAll(async () => {
  const recorded = { ...server, database }
  const firm = await createFirm(server)
  const app = createApp(recorded)
  const [staff, reader] = [as({ ...recorded, app }, firm.admin), as({ ...recorded, app }, firm.investor)]
  const [home, person] = [project(), investor()]
  await staff.write(home, person)
  await link(recorded, firm.admin, firm.investor, person.id)
  const paid = investment(home.id, person.id, { status: 'FUNDED' })
  await staff.write(paid, create('valuations', { projectId: home.id, nav: '5' }))
  await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
  for (const device of [staff, reader]) {
    await device.pull(undefined, true)
    for (const path of ['/api/projects', '/api/investments?status=FUNDED', `/api/investments/${paid.id}`])
      await device.get(path)
  }
  await staff.write(remove('investors', person.id))
  await createEvents(recorded).write(firm.tenantId, {
    action: 'heldChanges.handIn',
    outcome: 'done',
    entityType: 'sessions',
    entityId: person.id,
    userId: null,
    details: {},
  })
  await database.tenant(firm.tenantId, (tx) => ensureSchedule(tx, { shareRenewal }, server.now()))
})

describe('statements', () => {
  it('name the tenant for every table they touch', () => {
    expect(seenStatements.size).toBeGreaterThan(15)
    for (const text of seenStatements) {
      const touched = [...text.matchAll(/\b(?:from|join|update|into) (\w+)/g)].filter(([, table]) =>
        tenantTables.includes(table!),
      )
      const named = [...text.matchAll(/\btenant_id\b/g)]
      expect({ text, isNamed: named.length >= touched.length }).toEqual({ text, isNamed: true })
    }
  })

  // Citus would copy such rows from the coordinator, which row level security refuses.
  it('insert given rows only beside the tenant’s own row', () => {
    const inserts = [...seenStatements].filter((text) => /^insert into \w+ .*\bselect\b/s.test(text))
    expect(inserts.length).toBeGreaterThan(5)
    for (const text of inserts) expect(text).toMatch(/ from tenant_numbers /)
  })

  // Citus sends a statement to a worker as text, and cannot write that form.
  it('unnest one array at a time', () => {
    for (const text of seenStatements) expect(text).not.toMatch(/\bunnest\([^()]*,/)
  })
})
