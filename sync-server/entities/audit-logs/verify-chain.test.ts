import { openSql } from '#server/db/postgres/open-sql.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { hash } from 'node:crypto'
import { change, project, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { type ChainOf, entryColumns, firstAuditHash, unkeyedHash } from '#server/records/audit/audit-chain.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { type ExportedHead, lineOfHead, readHead } from './exported-heads.ts'
import type { StoredEntry } from './read-chain.ts'
import { hasNoKey, verifyChain } from './verify-chain.ts'

const testKey = { id: 'test', bytes: Buffer.alloc(32) }
let held = [testKey]
const keysHere = createAuditKeys(() => held)
const server = await setupServer({ auditKeys: keysHere })
const owner = openSql(server.ownerUrl)
afterAll(() => owner.end())

const records = (tenantId: string): ChainOf => ({ tenantId, chain: 'records' })

async function findings(tenantId: string, heads: readonly ExportedHead[] = [], keys = keysHere, unkeyedUntil = 0) {
  const { entries, findings: found } = await verifyChain(server.database, keys, records(tenantId), heads, unkeyedUntil)
  return { entries, problems: found.map(({ position, problem }) => [position, problem]) }
}

async function setupChain() {
  const { admin, tenantId } = await createFirm(server)
  const staff = as(server, admin)
  const home = project()
  await staff.write(home)
  let before: string | null = null
  for (const location of ['Quay', 'Pier', 'Mole', 'Dock', 'Jetty']) {
    await staff.write(update('projects', home.id, { location }, { location: before }))
    before = location
  }
  await staff.push(change(project({ name: 'Mole' })))
  return { staff, tenantId, home }
}

async function headOf(tenantId: string): Promise<ExportedHead> {
  const [end] = await owner<{ place: number; hash: string }[]>`
    select audit_place as place, audit_hash as hash from tenant_numbers where tenant_id = ${tenantId}`
  return { ...records(tenantId), ...end!, at: server.now().toISOString() }
}

describe('an audit trail', () => {
  it('is valid when untouched, even without entries', async () => {
    const { tenantId } = await setupChain()
    expect(await findings(tenantId, [await headOf(tenantId)])).toEqual({ entries: 7, problems: [] })
    const { tenantId: empty } = await createFirm(server)
    expect(await findings(empty)).toEqual({ entries: 0, problems: [] })
  })

  it.each([
    ['details', `details = jsonb_set(details, '{after,location}', '"Berth"')`],
    ['person', `user_id = '0197a3b0-0000-7000-8000-000000000001'`],
    ['time', `"timestamp" = ("timestamp" at time zone 'UTC' + interval '1 ms') at time zone 'UTC'`],
    ['action', `action = 'projects.delete'`],
    ['record', `entity_id = '0197a3b0-0000-7000-8000-000000000001'`],
    ['number', 'n = n + 1'],
    ['hash', `hash = repeat('1', 64)`],
    ['values, as a purge would', `details = details - 'before' - 'after'`],
    ['author', 'created_by = null'],
    ['deletion', 'deleted_at = now()'],
    ['key', 'key_id = null'],
  ])('reports which entry has a changed %s', async (_, change) => {
    const { tenantId } = await setupChain()
    await owner.unsafe(`update audit_logs set ${change} where tenant_id = '${tenantId}' and place = 4`)
    const { problems } = await findings(tenantId)
    expect(problems).toContainEqual([4, expect.stringContaining('was altered')])
    expect(problems.filter(([place]) => place !== 4)).toEqual([])
  })

  it.each([
    [[4], 'is missing'],
    [[4, 5], 'is missing, with all others up to position 5'],
    [[1], 'is missing'],
  ])('reports removed entries: %s', async (places, problem) => {
    const { tenantId } = await setupChain()
    await owner`delete from audit_logs where tenant_id = ${tenantId} and place = any(${places}::int[])`
    expect((await findings(tenantId)).problems).toEqual([[places[0], problem]])
  })

  it('reports which entries follow a gap that was closed', async () => {
    const { tenantId } = await setupChain()
    await owner`delete from audit_logs where tenant_id = ${tenantId} and place = 4`
    await owner`update audit_logs set place = place - 1 where tenant_id = ${tenantId} and place > 4`
    expect((await findings(tenantId)).problems).toEqual([
      ...[4, 5, 6].map((place) => [place, `was moved: it was written at position ${place + 1}`]),
      [7, 'is missing: the chain was written up to position 7 and is cut off after position 6'],
    ])
  })

  it('reports reordered entries', async () => {
    const { tenantId } = await setupChain()
    await owner`update audit_logs set place = 7 - place
      where tenant_id = ${tenantId} and place in (3, 4)`
    expect((await findings(tenantId)).problems).toEqual([
      [3, 'was moved: it was written at position 4'],
      [4, 'was moved: it was written at position 3'],
    ])
  })

  it('reports where it was cut off', async () => {
    const { tenantId } = await setupChain()
    await owner`delete from audit_logs where tenant_id = ${tenantId} and place > 5`
    expect((await findings(tenantId)).problems).toEqual(
      [
        [6, 'is missing: the chain was written up to position 7 and is cut off after position 5'],
        [7, 'the head of the chain is not sealed: entries after it may have been cut off'],
      ].slice(0, 1),
    )
  })

  it('detects a cut with an adjusted end', async () => {
    const { tenantId } = await setupChain()
    await cut(tenantId, 5)
    expect((await findings(tenantId)).problems).toEqual([
      [5, 'the head of the chain is not sealed: entries after it may have been cut off'],
    ])
    await owner`update tenant_numbers set audit_seal = '' where tenant_id = ${tenantId}`
    expect((await findings(tenantId)).problems, 'also without a seal').toHaveLength(1)
    await cut(tenantId, 0)
    await owner`update tenant_numbers set audit_seal = '', audit_hash = repeat('0', 64) where tenant_id = ${tenantId}`
    expect((await findings(tenantId)).problems, 'also when nothing is left').toHaveLength(1)
  })

  it('detects a cut with a rolled back end through the export', async () => {
    const { staff, tenantId } = await setupChain()
    const [before] =
      await owner`select audit_place, audit_hash, audit_seal from tenant_numbers where tenant_id = ${tenantId}`
    await staff.write(project())
    const head = await headOf(tenantId)
    await owner`delete from audit_logs where tenant_id = ${tenantId} and place > 7`
    await owner`update tenant_numbers set ${owner(before!)} where tenant_id = ${tenantId}`
    expect((await findings(tenantId)).problems, 'nothing inside the database reveals it').toEqual([])
    expect((await findings(tenantId, [head])).problems).toEqual([
      [8, `is missing: the chain was exported on ${head.at} up to position 8 and is cut off after position 7`],
    ])
    await staff.write(project())
    expect((await findings(tenantId, [head])).problems, 'also when others were written since').toEqual([
      [8, `is not the entry that was exported on ${head.at}`],
    ])
  })

  it('detects entries added without the key', async () => {
    const { tenantId } = await setupChain()
    await owner`insert into audit_logs (tenant_id, id, n, created_at, updated_at, action, entity_type, details, "timestamp", hash, previous_hash, place)
      select tenant_id, gen_random_uuid(), n, created_at, updated_at, action, entity_type, '{}', "timestamp", repeat('2', 64), hash, 8
      from audit_logs where tenant_id = ${tenantId} and place = 7`
    await owner`insert into audit_logs (tenant_id, id, n, created_at, updated_at, action, entity_type, details, "timestamp", hash, previous_hash)
      select tenant_id, gen_random_uuid(), n, created_at, updated_at, action, entity_type, '{}', "timestamp", hash, previous_hash
      from audit_logs where tenant_id = ${tenantId} and place = 7`
    const { problems } = await findings(tenantId)
    expect(problems).toEqual(
      expect.arrayContaining([
        [8, 'has no key, although entries before it have one'],
        [8, 'was added after the head of the chain'],
        [null, 'has no position in the chain'],
      ]),
    )
  })

  it('continues under a new key, and reports a missing key once', async () => {
    const { staff, tenantId } = await setupChain()
    const fresh = { id: 'fresh', bytes: Buffer.alloc(32, 1) }
    held = [fresh, testKey]
    await staff.write(project())
    expect((await findings(tenantId)).problems).toEqual([])
    held = [testKey]
    const only = createAuditKeys(() => [fresh])
    const without = createAuditKeys(() => [{ ...fresh, id: 'test' }])
    expect((await findings(tenantId, [], without)).problems.length).toBeGreaterThan(5)
    expect((await findings(tenantId, [], only)).problems).toEqual([
      [1, 'is sealed under the key test, which is not here'],
    ])
  })

  it('accepts entries from before there were keys, by their old hash', async () => {
    const { tenantId, staff } = await setupChain()
    const at = server.now().toISOString()
    const body = {
      id: uuidv7(),
      number: 1,
      userId: null,
      action: 'create',
      entityType: 'projects',
      entityId: uuidv7(),
      details: { changeId: uuidv7(), role: 'ADMIN', after: { name: 'Harbour' } },
      timestamp: at,
    }
    const old = hash('sha256', '0'.repeat(64) + canonicalJson(body))
    await owner`delete from audit_logs where tenant_id = ${tenantId}`
    await owner`insert into audit_logs (tenant_id, id, n, created_at, updated_at, action, entity_type, entity_id, details, "timestamp", hash, previous_hash, place)
      values (${tenantId}, ${body.id}, 1, ${at}, ${at}, ${body.action}, ${body.entityType}, ${body.entityId}, ${owner.json(body.details)}, ${at}, ${old}, ${'0'.repeat(64)}, 1)`
    await owner`update tenant_numbers set audit_place = 1, audit_hash = ${old}, audit_seal = '' where tenant_id = ${tenantId}`
    const upTo = (place: number) => findings(tenantId, [], keysHere, place)
    expect(await upTo(1)).toEqual({ entries: 1, problems: [] })
    expect((await upTo(0)).problems, 'only if somebody says that they are such').toEqual([
      [1, hasNoKey],
      [1, expect.stringContaining('is not sealed')],
    ])
    await staff.write(project())
    expect(await upTo(1)).toEqual({ entries: 2, problems: [] })
    expect((await upTo(0)).problems).toEqual([[1, hasNoKey]])
    await owner`update audit_logs set action = 'delete' where tenant_id = ${tenantId} and place = 1`
    expect((await upTo(1)).problems).toEqual([[1, 'was altered']])
  })
})

it('a trail rewritten without the key is detected, entry by entry', async () => {
  const { tenantId } = await setupChain()
  const entries = await owner<StoredEntry[]>`
    select ${owner.unsafe(entryColumns)} from audit_logs where tenant_id = ${tenantId} order by place`
  let previousHash = firstAuditHash
  for (const entry of entries) {
    const details = JSON.parse(JSON.stringify(entry.details).replaceAll('Quay', 'Berth')) as object
    const timestamp = new Date(entry.timestamp).toISOString()
    const forged = unkeyedHash({
      ...entry,
      number: Number(entry.number),
      timestamp,
      details,
      keyId: null,
      previousHash,
    })
    await owner`
      update audit_logs set key_id = null, details = ${JSON.stringify(details)}::text::jsonb, hash = ${forged}, previous_hash = ${previousHash}
      where tenant_id = ${tenantId} and place = ${entry.place}`
    previousHash = forged
  }
  await owner`update tenant_numbers set audit_hash = ${previousHash}, audit_seal = '' where tenant_id = ${tenantId}`
  expect((await findings(tenantId, [], keysHere, 7)).problems, 'the forgery is exact').toEqual([])
  expect((await findings(tenantId)).problems).toEqual([
    ...entries.map(({ place }) => [place, hasNoKey]),
    [7, expect.stringContaining('is not sealed')],
  ])
})

async function cut(tenantId: string, place: number): Promise<void> {
  await owner`delete from audit_logs where tenant_id = ${tenantId} and place > ${place}`
  await owner`update tenant_numbers set audit_place = ${place},
    audit_hash = coalesce((select hash from audit_logs where tenant_id = ${tenantId} and place = ${place}), audit_hash)
    where tenant_id = ${tenantId}`
}

it('an exported line without a valid seal is rejected', async () => {
  const { tenantId } = await setupChain()
  const head = await headOf(tenantId)
  const line = lineOfHead(keysHere.newest(), head)
  expect(readHead(keysHere, line)).toEqual(head)
  expect(readHead(keysHere, line.replace('"place":7', '"place":6'))).toBeNull()
  expect(readHead(keysHere, 'x')).toBeNull()
  expect(readHead(keysHere, '{"seal":7}')).toBeNull()
})
