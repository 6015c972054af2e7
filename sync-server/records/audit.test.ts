import { describe, expect, it } from 'vitest'
import { change, create, investment, investor, project, remove, update } from '../test/changes.ts'
import { as } from '../test/device.ts'
import { createFirm } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'
import { type AuditEntry, auditHash, firstAuditHash } from './audit.ts'

const server = await setupServer()

async function entriesOf(tenantId: string): Promise<AuditEntry[]> {
  const rows = await server.database.tenant(tenantId, (tx) =>
    tx.query<AuditEntry>(
      `select id, n as number, user_id as "userId", action, entity_type as "entityType", entity_id as "entityId", details, timestamp, hash, previous_hash as "previousHash"
from audit_logs where tenant_id = $1`,
      [tenantId],
    ),
  )
  const byPrevious = new Map(rows.map((row) => [row.previousHash, row]))
  const chain: AuditEntry[] = []
  for (let at = byPrevious.get(firstAuditHash); at; at = byPrevious.get(at.hash)) chain.push(at)
  expect(chain).toHaveLength(rows.length)
  return chain
}

describe('the audit trail', () => {
  it('has one entry for each operation that was accepted, with who, what, before and after', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    const home = project()
    const edit = change(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    await staff.push(change(home), change(project({ type: 'CASTLE' })), edit, edit)
    await staff.write(remove('projects', home.id))
    const [, renamed, deleted, ...more] = await entriesOf(tenantId)
    expect(more).toEqual([])
    expect(renamed).toMatchObject({
      number: 2,
      userId: admin.userId,
      action: 'update',
      entityType: 'projects',
      entityId: home.id,
      timestamp: '2026-03-15T10:00:00.000Z',
      details: { changeId: edit.id, role: 'ADMIN', before: { name: 'Harbour' }, after: { name: 'Port' } },
    })
    expect(deleted).toMatchObject({ action: 'delete', details: { after: { deletedAt: '2026-03-15T10:00:00.000Z' } } })
  })

  it('names the rows that only followed', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    const [home, person] = [project(), investor()]
    const paid = investment(home.id, person.id)
    await staff.write(home, person)
    await staff.write(paid)
    const last = (await entriesOf(tenantId)).at(-1)!
    expect(last.details).toMatchObject({
      followed: expect.arrayContaining([
        ['projects', home.id],
        ['investors', person.id],
      ]),
    })
  })

  it('is a chain in which every entry holds the one before it, also under load', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        staff.write(project({ name: `Größe ${i}` }), create('referrals', { name: 'R' })),
      ),
    )
    const chain = await entriesOf(tenantId)
    expect(chain).toHaveLength(20)
    for (const { hash, previousHash, ...entry } of chain) expect(auditHash(previousHash, entry)).toBe(hash)
    const { hash, previousHash, ...entry } = chain[5]!
    expect(auditHash(previousHash, { ...entry, entityId: admin.userId })).not.toBe(hash)
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ last: string }>('select audit_hash as last from tenant_numbers where tenant_id = $1', [tenantId]),
    )
    expect(row!.last).toBe(chain.at(-1)!.hash)
  })
})
