import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Entity } from '#schema/kernel/entity.ts'
import { entities, type TenantEntityName, tenantEntities } from '#schema/registry.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as, rowOf } from '#server/test/device.ts'
import { verifyChain } from '#server/entities/audit-logs/verify-chain.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { createFirm } from '#server/test/firm.ts'
import { importPath, setupFolder } from '#server/test/importing.ts'
import { storedSample } from '#schema/test/sample-fields.ts'
import { setupServer, testAuditKeys } from '#server/test/server.ts'
import { type ChainEntry, entryColumns, firstAuditHash } from './audit-chain.ts'
import { transact } from '#server/records/write/transact.ts'

const server = await setupServer()

async function entriesOf(tenantId: string): Promise<ChainEntry[]> {
  const rows = await server.database.tenant(tenantId, (tx) =>
    tx.query<ChainEntry>(`select ${entryColumns} from audit_logs where tenant_id = $1`, [tenantId]),
  )
  const byPrevious = new Map(rows.map((row) => [row.previousHash, row]))
  const chain: ChainEntry[] = []
  for (let at = byPrevious.get(firstAuditHash); at; at = byPrevious.get(at.hash)) chain.push(at)
  expect(chain).toHaveLength(rows.length)
  return chain
}

async function verify(tenantId: string): Promise<void> {
  const { findings } = await verifyChain(server.database, testAuditKeys, { tenantId, chain: 'records' }, [])
  expect(findings).toEqual([])
}

const unread = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]!.readers === 'nobody')
const secretsIn = ({ fields }: Entity) => Object.keys(fields).filter((name) => fields[name]!.storage.kind === 'secret')

const file = setupFolder()('quays.csv', 'Name,Kind\nQuay,REAL_ESTATE\n')

describe('the audit trail', () => {
  it('has one entry per accepted operation, with actor, action, old and new values', async () => {
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
      action: 'projects.update',
      entityType: 'projects',
      entityId: home.id,
      timestamp: '2026-03-15T10:00:00.000Z',
      details: {
        changeId: edit.id,
        actor: { kind: 'person', role: 'ADMIN' },
        before: { name: 'Harbour' },
        after: { name: 'Port' },
      },
    })
    expect(deleted).toMatchObject({
      action: 'projects.delete',
      details: { after: { deletedAt: '2026-03-15T10:00:00.000Z' } },
    })
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

  it('holds the device’s time beside the server’s own, and decides by neither', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    const home = project()
    const late = { ...change(home), at: '2031-01-01T00:00:00.123456Z' }
    await staff.push(late)
    await staff.patch(`/api/projects/${home.id}`, { name: 'Port' })
    const [made, edited] = await entriesOf(tenantId)
    const here = '2026-03-15T10:00:00.000Z'
    expect(made).toMatchObject({ timestamp: here, details: { deviceAt: '2031-01-01T00:00:00.123Z' } })
    expect(edited).toMatchObject({
      timestamp: here,
      details: expect.not.objectContaining({ deviceAt: expect.anything() }),
    })
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ createdAt: here, updatedAt: here })
  })

  it.each(
    tenantEntities
      .filter((entity) => unread(entity).length > 0)
      .map((entity) => [entity.name as TenantEntityName, entity] as const),
  )('never holds a secret of %s or an unreadable value', async (name, definition) => {
    const { tenantId } = await createFirm(server)
    const [home, person] = [project(), investor()]
    const places: Record<string, string> = { projects: home.id, investors: person.id }
    const actor = { kind: 'system', tenantId } as const
    const sample = (token: string): Record<string, unknown> =>
      storedSample(definition, { token, references: (entity) => places[entity] ?? null, userId: uuidv7() })
    await transact(server, actor, async (batch) => {
      for (const { entity, fields } of [home, person])
        places[entity] = await batch.create(entity as TenantEntityName, fields)
      places['documents'] = await batch.create('documents', { name: 'Deed', uploadedBy: uuidv7() })
      const fields = sample('OPEN')
      for (const field of unread(definition)) fields[field] = sample('CANARY')[field]
      const id = await batch.create(name, fields)
      for (const field of secretsIn(definition)) await batch.update(name, id, { [field]: 'CANARY again' })
    })
    const entries = (await entriesOf(tenantId)).filter(({ action }) => action.startsWith(`${name}.`))
    expect(entries.length).toBeGreaterThan(0)
    for (const { details } of entries) {
      expect(JSON.stringify(details)).not.toContain('CANARY')
      const { after, secrets = [] } = details as { after?: Record<string, unknown>; secrets?: string[] }
      expect(Object.keys(after ?? {}).filter((field) => unread(definition).includes(field))).toEqual([])
      expect(secrets.toSorted()).toEqual(definition.audited ? secretsIn(definition).toSorted() : [])
    }
  })

  it('names the actor: a person, a person’s import, or the system', async () => {
    const { admin, manager, investor: client, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    const person = investor()
    await staff.write(person)
    await importPath(server, manager, 'projects', { columns: { Name: 'name', Kind: 'type' } }, file)
    await linkPerson.run(server, { kind: 'system', tenantId }, person.id, { userId: client.userId })
    const entries = await entriesOf(tenantId)
    expect(
      entries.map(({ action, userId, details }) => [action, userId, (details as { actor: unknown }).actor]),
    ).toEqual([
      ['investors.create', admin.userId, { kind: 'person', role: 'ADMIN' }],
      ['projects.create', manager.userId, { kind: 'import', role: 'PORTFOLIO_MANAGER', file: 'quays.csv' }],
      ['projects.import', manager.userId, { kind: 'import', role: 'PORTFOLIO_MANAGER', file: 'quays.csv' }],
      ['investors.link', null, { kind: 'system' }],
      ['investorUsers.create', null, { kind: 'system' }],
    ])
    const actions = entries.map(({ action }) => action.split('.')[0])
    expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(actions))
    const [link] = (await staff.pull()).activities.slice(-1)
    expect(link![3]).toMatchObject({ action: 'link', entityType: 'investors', userId: null, createdBy: null })
  })

  it('finds the creator of a record in entries older than `<entity>.<verb>`', async () => {
    const { admin, manager, tenantId } = await createFirm(server)
    const [staff, other] = [as(server, admin), as(server, manager)]
    const home = project()
    await staff.write(home)
    await asOwner(
      server,
      (sql) => sql`update audit_logs set action = 'create', key_id = null where tenant_id = ${tenantId}`,
    )
    await staff.write(update('projects', home.id, { location: 'Porto' }, { location: null }))
    expect((await entriesOf(tenantId)).map(({ action }) => action)).toEqual(['create', 'projects.update'])
    const verdict = await other.attempt(update('projects', home.id, { description: 'Mole' }, { description: 'Quay' }))
    expect(verdict.conflicts, 'who wrote it last is who made it').toMatchObject([{ by: admin.email }])
  })

  it('is a chain in which every entry includes the hash before it, even under load', async () => {
    const { admin, tenantId } = await createFirm(server)
    const staff = as(server, admin)
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        staff.write(project({ name: `Größe ${i}` }), create('referrals', { name: 'R' })),
      ),
    )
    const chain = await entriesOf(tenantId)
    expect(chain).toHaveLength(20)
    await verify(tenantId)
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ last: string }>('select audit_hash as last from tenant_numbers where tenant_id = $1', [tenantId]),
    )
    expect(row!.last).toBe(chain.at(-1)!.hash)
  })
})
