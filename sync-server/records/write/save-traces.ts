import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { insertCheckpointHashesSql } from '#server/db/checkpoint-hashes.ts'
import { personOf } from '#server/records/actor.ts'
import { columnsOf, insertAuditSql } from '#server/records/audit/audit.ts'
import { addCheckpointHashes } from './checkpoint-chain.ts'
import { checkpointHashesOf, newScopesOf, type OpenBatch } from './open-batch.ts'

/** The first failure caused the later ones. */
export async function allSaved(statements: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

const insertAll = async (tx: TenantTx, sql: string, traces: readonly unknown[]): Promise<void> => {
  if (traces.length) await tx.query(sql, [tx.tenantId, JSON.stringify(traces)])
}

export const saveTombstones = ({ tx, tombstones }: OpenBatch): Promise<void> =>
  insertAll(tx, insertTombstonesSql, tombstones)

export function scopeStatements(batch: OpenBatch): Promise<unknown>[] {
  const { tx, actor } = batch
  const saved = newScopesOf(batch).map(([userId, number]) => beginScope(tx, userId, number))
  if ('viewer' in actor && actor.viewer.role === 'INVESTOR')
    saved.push(extendInvestorFeed(tx, actor.viewer.userId, highestOf(batch.results)))
  return saved
}

export async function saveTraces(batch: OpenBatch): Promise<void> {
  await nextTurn()
  const { tx, actor, trail, at, before, number, remember } = batch
  const marks = checkpointHashesOf(batch)
  batch.lastCheckpointHash = marks.at(-1) ?? batch.mark
  await addCheckpointHashes(batch, marks)
  const verdicts = insertAll(
    tx,
    insertVerdictsSql,
    remember.map((each) => ({ ...each, at })),
  )
  if (number === before && !trail.entries.length) return verdicts
  const { place, hash, seal, linked } = trail.end()
  const audited = linked.length
    ? [tx.query(insertAuditSql, [tx.tenantId, at, personOf(actor), ...columnsOf(linked)])]
    : []
  await allSaved([
    verdicts,
    ...audited,
    tx.query(
      `with taken as (${insertCheckpointHashesSql})
update tenant_numbers set n = $4, mark = $5, audit_hash = $6, audit_place = $7, audit_seal = $8 where tenant_id = $1`,
      [tx.tenantId, before, marks, number, marks.at(-1) ?? batch.mark, hash, place, seal],
    ),
  ])
}

const insertTombstonesSql = `insert into exits (tenant_id, audience, left_at, entity, id, entered_at)
select $1::uuid, r.audience, r."left", r.entity, r.id, r.entered
from json_to_recordset($2::text::json) as r(audience text, "left" bigint, entity text, id uuid, entered bigint)`

const insertVerdictsSql = `insert into verdicts (tenant_id, id, user_id, hash, result, at)
select $1::uuid, r.id, r."userId", r.hash, r.result, r.at
from json_to_recordset($2::text::json) as r(id uuid, "userId" uuid, hash text, result jsonb, at timestamptz)`

/** Rows that disappeared before this number are never mentioned. */
const beginScope = (tx: TenantTx, userId: string, number: number): Promise<unknown> =>
  tx.query(
    `insert into scopes (tenant_id, user_id, began) values ($1, $2, $3)
on conflict (tenant_id, user_id) do update set began = excluded.began`,
    [tx.tenantId, userId, number],
  )

/** An investor's feed must pass their own changes. */
export async function extendInvestorFeed(tx: TenantTx, userId: string, number: number): Promise<void> {
  if (!number) return
  await tx.query(
    `insert into scopes (tenant_id, user_id, began, told) values ($1, $2, 0, $3)
on conflict (tenant_id, user_id) do update set told = greatest(scopes.told, excluded.told)`,
    [tx.tenantId, userId, number],
  )
}

const highestOf = (results: readonly Verdict[]): number => Math.max(0, ...results.map(({ number }) => number ?? 0))
