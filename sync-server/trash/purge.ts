// 35 days after a delete the contents of the rows are removed; nobody could restore them since day 30. Entity, id and
// number stay, so that devices that were away still learn that the rows are gone. The purge takes no number, because no
// device has to learn of it.
import { recoveryMs } from '../db/epochs.ts'
import type { Job, JobKind } from '../jobs/job.ts'
import { entityNamed } from '#schema/registry.ts'
import { blank } from '../records/blank.ts'
import { isOlder } from '../records/newer-names.ts'
import { isRecovering } from '../records/recovery.ts'
import type { OpenBatch } from '../records/open-batch.ts'
import { writeBatch } from '../records/write-batch.ts'
import { auditAct } from '../records/write-act.ts'
import { removeWords } from '../records/remove-words.ts'
import { restorableMs } from '../records/judge-restore.ts'
import { type DeletedRow, deletedSql, rootsOf } from './deleted-rows.ts'

const day = 86_400_000
const rowsAtOnce = 500
/** A copy that is older than this is recognised, because the job has missed a day. */
const unnoticedMs = 2 * day
/**
 * A restore on the last day may be missing in a copy that nobody recognises: its devices get the time of a recovery to
 * send it again before the contents are gone.
 */
const removedAfterMs = restorableMs + unnoticedMs + recoveryMs

/**
 * A server that was away for days, or is new, may run on a restored copy: its devices get the full time of a recovery
 * to report that, before rows that they would bring back are purged.
 */
function runsSince({ doneAt, payload }: Job, now: number): number {
  const since = Date.parse((payload as { runsSince?: string }).runsSince ?? '')
  const missed = doneAt === null || Math.abs(now - Date.parse(doneAt)) > unnoticedMs
  return missed || !(since <= now) ? now : since
}

export const purge: JobKind = {
  everyMs: day,
  async run(deps, job) {
    const now = deps.now()
    const since = runsSince(job, now.getTime())
    const payload = { runsSince: new Date(since).toISOString() }
    if (now.getTime() - since < recoveryMs) return { payload }
    const actor = { kind: 'job', tenantId: job.tenantId, job: job.kind } as const
    const more = await writeBatch(deps, actor, (batch) => purgeSome(batch, new Date(now.getTime() - removedAfterMs)))
    return { payload, more }
  },
}

/** Purges one batch; returns whether there was anything to purge. */
async function purgeSome(batch: OpenBatch, before: Date): Promise<boolean> {
  const { tx, set } = batch
  if ((await isRecovering(tx, new Date(batch.at))) || isOlder(batch.otherNames)) return false
  const rows = await tx.query<DeletedRow>(oldestSql, [tx.tenantId, before.toISOString(), rowsAtOnce])
  for (const [entity, of] of Map.groupBy(rows, (row) => row.entity))
    await set.load(
      entityNamed(entity)!,
      of.map(({ id }) => id),
    )
  set.keep(
    rows.map(({ entity, id }) => {
      const [of, row] = [entityNamed(entity)!, set.peek(entity, id)!]
      return { of, before: row, after: blank(of, row) }
    }),
  )
  const emptied = await removeWords(
    tx,
    rows.map(({ id }) => id),
  )
  await tellPurge(batch, rows, emptied)
  return rows.length > 0
}

/**
 * Writes one audit entry per row that somebody deleted; it lists the rows that were deleted with it, and the entries of
 * all of them that lost their values.
 */
async function tellPurge(
  batch: OpenBatch,
  rows: readonly DeletedRow[],
  emptiedOf: Awaited<ReturnType<typeof removeWords>>,
): Promise<void> {
  const roots = new Set((await rootsOf(batch.tx, rows)).map(({ id }) => id))
  for (const group of Map.groupBy(rows, ({ deletedIn }) => deletedIn).values()) {
    const named = group.find(({ id }) => roots.has(id)) ?? group[0]!
    const followed = group.filter((row) => row !== named).map(({ entity, id }) => [entity, id])
    const emptied = group.flatMap(({ id }) => emptiedOf.get(id) ?? [])
    const details = { ...(followed.length ? { followed } : {}), ...(emptied.length ? { emptied } : {}) }
    auditAct(batch, { entity: named.entity, verb: 'purge', entityId: named.id, details })
  }
}

/**
 * $2 is the latest time of deletion, $3 the number of rows: takes the oldest groups. A group is never split, so that
 * none could be restored in part.
 */
const oldestSql = `with gone as (${deletedSql('<= $2::timestamptz')}),
groups as (select "deletedIn", count(*) as rows, sum(count(*)) over (order by min(at), "deletedIn") as upto from gone group by "deletedIn")
select gone.* from gone join groups using ("deletedIn") where upto <= $3 or upto = rows`
