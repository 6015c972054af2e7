import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { allDone } from '#server/db/connect/transaction.ts'
import { insertCheckpointHashesSql } from '#server/db/checkpoint-hashes.ts'
import { insertGivenSql, jsonRows } from '#server/db/tables/given-rows.ts'
import { insertAuditSql, textOfRows } from '#server/records/audit/linked-rows.ts'
import { addCheckpointHashes } from './checkpoint-chain.ts'
import { checkpointHashesOf, newScopesOf, type OpenBatch } from './open-batch.ts'

const insertAll = async (tx: TenantTx, sql: string, rows: readonly unknown[]): Promise<void> => {
  if (rows.length) await tx.query(sql, [tx.tenantId, JSON.stringify(rows)])
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

export async function saveAuditAndVerdicts(batch: OpenBatch): Promise<void> {
  await nextTurn()
  const { tx, trail, at, before, number, remember } = batch
  const marks = checkpointHashesOf(batch)
  batch.lastCheckpointHash = marks.at(-1) ?? batch.mark
  await addCheckpointHashes(batch, marks)
  const verdicts = insertAll(
    tx,
    insertVerdictsSql,
    remember.map((each) => ({ ...each, at })),
  )
  if (number === before && !trail.entries.length) return verdicts
  const { place, hash, seal, linked } = trail.finish()
  const counted = [number, marks.at(-1) ?? batch.mark, hash, place, seal]
  await allDone([
    verdicts,
    ...(linked.length ? [tx.query(insertAuditSql, [tx.tenantId, textOfRows(linked)])] : []),
    ...(marks.length ? [tx.query(insertCheckpointHashesSql, [tx.tenantId, before, marks])] : []),
    tx.query(
      'update tenant_numbers set n = $2, mark = $3, audit_hash = $4, audit_place = $5, audit_seal = $6 where tenant_id = $1',
      [tx.tenantId, ...counted],
    ),
  ])
}

const insertTombstonesSql = insertGivenSql(
  'exits',
  'audience, left_at, entity, id, entered_at',
  'r.audience, r."left", r.entity, r.id, r.entered',
  jsonRows('$2', 'r', 'audience text, "left" bigint, entity text, id uuid, entered bigint'),
)

const insertVerdictsSql = insertGivenSql(
  'verdicts',
  'id, user_id, hash, result, at',
  'r.id, r."userId", r.hash, r.result, r.at',
  jsonRows('$2', 'r', 'id uuid, "userId" uuid, hash text, result jsonb, at timestamptz'),
)

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
