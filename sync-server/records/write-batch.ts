// Where every write of a firm's data happens: takes the tenant's lock and number, lets the work judge and stage, and
// saves everything with audit entries and verdicts. Once that is durable it sends hints and starts the tasks that come
// after a commit. Only this folder calls it: requests come through write.ts, verbs through transact.ts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Known, Verdict } from '#schema/protocol.ts'
import { upsertSql } from '../db/columns.ts'
import type { TenantTx } from '../db/database.ts'
import { insertMarksSql } from '../db/marks.ts'
import { type Actor, personOf, tenantOf } from './actor.ts'
import { columnsOf, insertAuditSql } from './audit.ts'
import { addMarks } from './chain.ts'
import { type News, serverRulesOf, type WriteDeps, writtenOf } from './noun-rules.ts'
import { isNumbered, marksOf, newScopesOf, openBatch, type OpenBatch } from './open-batch.ts'
import type { RefusedBefore } from './refused-before.ts'

export interface Opening {
  /** The point of its history that the device names. */
  readonly known?: Known | undefined
  /** What was refused earlier in the same request. */
  readonly earlier?: RefusedBefore | undefined
}

/** `work` may be called again when the database asks to retry. */
export async function writeBatch<Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
  { known, earlier }: Opening = {},
): Promise<Result> {
  const tenantId = tenantOf(actor)
  const { batch, result } = await deps.database.tenant(tenantId, async (tx) => {
    const opened = await openBatch(tx, deps, actor, earlier, known)
    const worked = await work(opened)
    await saveBatch(opened)
    return { batch: opened, result: worked }
  })
  if (batch.number > batch.before)
    deps.hints.publish(tenantId, {
      number: batch.number,
      audiences: Object.fromEntries(batch.audiences),
      sight: Object.fromEntries(newScopesOf(batch)),
    })
  beginAfterwards(deps, batch)
  return result
}

function beginAfterwards(deps: WriteDeps, batch: OpenBatch): void {
  const { actor, number, rules, set } = batch
  // A verdict that is repeated was told before.
  const news = batch.remember.flatMap(({ result: verdict }) => conflictNews(verdict))
  if (deps.tell && news.length) deps.afterwards.begin(() => deps.tell!(deps, actor, news))
  for (const [{ name }, rows] of set.kept()) {
    const { afterCommit } = serverRulesOf(rules, name)
    const written = afterCommit ? rows.filter(isNumbered(batch)).map(writtenOf) : []
    if (written.length) deps.afterwards.begin(() => afterCommit!(deps, { actor, number }, written))
  }
}

/** Tells those whose values stand; the author of the change learns of it by the verdict. */
function conflictNews({ conflicts = [] }: Verdict): News[] {
  const writers = new Map(conflicts.flatMap((each) => (each.by ? [[each.by, each] as const] : [])))
  return [...writers].map(([userId, { entity, id }]) => ({
    to: { userId },
    kind: 'CHANGE_CONFLICT',
    params: { entity, id },
    url: '/',
  }))
}

/** Computes what would happen; nothing is saved and no hint is sent. */
export const rehearse = <Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
): Promise<Result> => deps.database.tenant(tenantOf(actor), async (tx) => work(await openBatch(tx, deps, actor)))

/**
 * The statements are sent without waiting for each other's answers; the connection runs them in order. The hashes of
 * marks and audit entries are computed while the database works on the rows.
 */
async function saveBatch(batch: OpenBatch): Promise<void> {
  await Promise.all([...rowStatements(batch), ...scopeStatements(batch), saveTraces(batch)])
}

function rowStatements({ tx, set, exits }: OpenBatch): Promise<unknown>[] {
  const saved = [...set.kept()].map(([of, rows]) =>
    insert(
      tx,
      upsertSql(of),
      rows.map(({ after }) => after),
    ),
  )
  return [...saved, insert(tx, insertExitsSql, exits)]
}

function scopeStatements(batch: OpenBatch): Promise<unknown>[] {
  const { tx, actor } = batch
  const saved = newScopesOf(batch).map(([userId, number]) => beginScope(tx, userId, number))
  if ('viewer' in actor && actor.viewer.role === 'INVESTOR')
    saved.push(tellInvestor(tx, actor.viewer.userId, highestOf(batch.results)))
  return saved
}

/** The verdicts, the audit entries, and the number with its marks. */
async function saveTraces(batch: OpenBatch): Promise<void> {
  await nextTurn()
  const { tx, actor, trail, at, before, number, remember } = batch
  const marks = marksOf(batch)
  await addMarks(batch, marks)
  const verdicts = insert(
    tx,
    insertVerdictsSql,
    remember.map((each) => ({ ...each, at })),
  )
  if (number === before && !trail.entries.length) return verdicts
  const { place, hash, seal, linked } = trail.end()
  await Promise.all([
    verdicts,
    linked.length && tx.query(insertAuditSql, [tx.tenantId, at, personOf(actor), ...columnsOf(linked)]),
    tx.query(
      `with taken as (${insertMarksSql})
update tenant_numbers set n = $4, mark = $5, audit_hash = $6, audit_place = $7, audit_seal = $8 where tenant_id = $1`,
      [tx.tenantId, before, marks, number, marks.at(-1) ?? batch.mark, hash, place, seal],
    ),
  ])
}

const insert = async (tx: TenantTx, sql: string, rows: readonly unknown[]): Promise<void> => {
  if (rows.length) await tx.query(sql, [tx.tenantId, JSON.stringify(rows)])
}

const insertExitsSql = `insert into exits (tenant_id, audience, left_at, entity, id, entered_at)
select $1::uuid, r.audience, r."left", r.entity, r.id, r.entered
from json_to_recordset($2::text::json) as r(audience text, "left" bigint, entity text, id uuid, entered bigint)`

const insertVerdictsSql = `insert into verdicts (tenant_id, id, user_id, hash, result, at)
select $1::uuid, r.id, r."userId", r.hash, r.result, r.at
from json_to_recordset($2::text::json) as r(id uuid, "userId" uuid, hash text, result jsonb, at timestamptz)`

/** Begins the person's scope at this number: they are told nothing of what disappeared before. */
const beginScope = (tx: TenantTx, userId: string, number: number): Promise<unknown> =>
  tx.query(
    `insert into scopes (tenant_id, user_id, began) values ($1, $2, $3)
on conflict (tenant_id, user_id) do update set began = excluded.began`,
    [tx.tenantId, userId, number],
  )

/** Extends an investor's feed to the numbers of their own verdicts, so that it passes their changes. */
export async function tellInvestor(tx: TenantTx, userId: string, number: number): Promise<void> {
  if (!number) return
  await tx.query(
    `insert into scopes (tenant_id, user_id, began, told) values ($1, $2, 0, $3)
on conflict (tenant_id, user_id) do update set told = greatest(scopes.told, excluded.told)`,
    [tx.tenantId, userId, number],
  )
}

const highestOf = (results: readonly Verdict[]): number => Math.max(0, ...results.map(({ number }) => number ?? 0))
