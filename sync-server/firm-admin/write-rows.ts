// The directory does not list the firm yet, so nobody signs in and no job runs.
import postgres, { type ISql } from 'postgres'
import { v4 as uuidv4 } from 'uuid'
import { tenantEntities } from '#schema/registry.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { insertCheckpointHashesSql, nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import { type TenantTx, wireTypes } from '#server/db/connect/database.ts'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import { roleUrl, upkeepRole } from '#server/db/connect/roles.ts'
import { insertRow } from '#server/db/insert-row.ts'
import { insertSql } from '#server/db/tables/columns.ts'
import { heldChangeNames } from '#server/firm-export/exported-held-changes.ts'
import { exportedEntities, exportedNames } from '#server/firm-export/exported-tables.ts'
import { chains } from '#server/firm-export/exported-trail.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { firstAuditHash } from '#server/records/audit/audit-chain.ts'
import { insertAuditSql, insertEventsSql, textOfRows } from '#server/records/audit/linked-rows.ts'
import type { Seals } from '#server/secrets/seal.ts'
import { exportedChain } from './exported-chain.ts'
import { createRowReader } from './imported-rows.ts'
import type { FoundFile, OpenExport } from './open-export.ts'

const rowsPerBatch = 500

export interface WriteOptions {
  readonly ownerUrl: string
  readonly from: OpenExport
  readonly seals: Seals
  readonly now: Date
  readonly beforeCommit: (tx: TenantTx) => Promise<unknown>
}

export async function writeRows({ ownerUrl, from, seals, now, beforeCommit }: WriteOptions): Promise<number> {
  const { tenantId } = from
  return inTenant(ownerUrl, tenantId, async (tx) => {
    const key = await beginTenant(tx)
    let [rows, highest] = [0, 0]
    for (const entity of tenantEntities.filter((each) => exportedEntities.includes(each))) {
      const readRow = createRowReader(entity, tenantId, seals)
      for await (const part of inParts(from.rows(`tables/${entity.name}.csv`, exportedNames(entity)))) {
        const read = part.map(readRow)
        for (const { number } of read) highest = Math.max(highest, number as number)
        await tx.query(insertSql(entity), [tenantId, JSON.stringify(read)])
        rows += read.length
      }
    }
    highest = Math.max(highest, await writeTrail(tx, from))
    await addCheckpoints(tx, key, highest, now)
    for (const file of from.files) await insertFile(tx, file)
    for await (const part of inParts(from.rows('held-changes.csv', heldChangeNames)))
      for (const each of part) await insertRow(tx, 'held_changes', { ...each, state: 'HELD' })
    await beginEpoch(tx, now)
    await beforeCommit(tx)
    return rows
  })
}

async function inTenant<T>(ownerUrl: string, tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  if (!isUuid(tenantId)) throw new Error('The tenant id is not a UUID')
  const connection = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const sql = postgres(roleUrl(ownerUrl, upkeepRole), { max: 1, types: wireTypes, onnotice: () => {}, connection })
  try {
    return (await sql.begin(async (begun) => {
      // Citus passes on to its workers only what `set local` sets.
      await begun.unsafe(`set local app.tenant_id = '${tenantId}'`)
      return work(txOver(begun, tenantId))
    })) as T
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const txOver = (sql: ISql, tenantId: string): TenantTx => ({
  tenantId,
  query: async <Row>(text: string, params: readonly unknown[] = []) => [
    ...((await sql.unsafe(text, [...params] as never[])) as unknown as Row[]),
  ],
})

/** The checkpoint hashes get a new key: those of the other server prove nothing here. */
async function beginTenant(tx: TenantTx) {
  const key = uuidv4()
  await tx.query('insert into tenant_numbers (tenant_id, n, audit_hash, mark_key) values ($1, 0, $2, $3)', [
    tx.tenantId,
    firstAuditHash,
    key,
  ])
  return key
}

/** Returns the highest number. */
async function writeTrail(tx: TenantTx, from: OpenExport): Promise<number> {
  let highest = 0
  for (const chain of chains) {
    const source = await exportedChain(from, chain)
    for await (const part of inParts(source.entries())) {
      for (const { number } of part) highest = Math.max(highest, number ?? 0)
      const linked = part.map((entry) => ({ ...entry, detailsText: canonicalJson(entry.details) }))
      await tx.query(chain === 'records' ? insertAuditSql : insertEventsSql, [tx.tenantId, textOfRows(linked)])
    }
    const end = await source.head()
    if (end) await tx.query(endSql[chain], [tx.tenantId, end.place, end.hash, end.seal])
  }
  return highest
}

const endSql = {
  records: 'update tenant_numbers set audit_place = $2, audit_hash = $3, audit_seal = $4 where tenant_id = $1',
  events: 'insert into event_ends (tenant_id, place, hash, seal) values ($1, $2, $3, $4)',
}

const checkpointsPerBatch = 20_000

async function addCheckpoints(tx: TenantTx, key: string, highest: number, now: Date): Promise<void> {
  let mark = ''
  for (let before = -1; before < highest; before += checkpointsPerBatch) {
    const marks = Array.from({ length: Math.min(checkpointsPerBatch, highest - before) }, (_, at) => {
      mark = nextCheckpointHash(key, mark, { number: before + 1 + at, at: now.getTime(), hash: '' })
      return mark
    })
    await tx.query(insertCheckpointHashesSql, [tx.tenantId, before, marks])
  }
  await tx.query('update tenant_numbers set n = $2, mark = $3 where tenant_id = $1', [tx.tenantId, highest, mark])
}

function insertFile(tx: TenantTx, { path: _, isHeld, sessionId, device, version, ...file }: FoundFile) {
  if (isHeld) return insertRow(tx, 'held_files', { ...file, sessionId, device, state: 'HELD' })
  return insertRow(tx, 'files', { ...file, version, state: 'STORED' })
}

async function* inParts<T>(rows: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let part: T[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < rowsPerBatch) continue
    yield part
    part = []
  }
  if (part.length) yield part
}
