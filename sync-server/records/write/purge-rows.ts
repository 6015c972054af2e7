import { entityNamed } from '#schema/registry.ts'
import type { JobActor } from '#server/records/actor.ts'
import { blank } from '#server/records/rows/blank.ts'
import { type DeletedRow, deletedSql, rootsOf } from '#server/records/read/deleted-rows.ts'
import { isOlder } from './newer-names.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { OpenBatch } from './open-batch.ts'
import { isRecovering } from '#server/records/judge/recovery.ts'
import { removePersonalData } from '#server/records/audit/remove-words.ts'
import { auditAction } from './write-action.ts'
import { writeBatch } from './write-batch.ts'

const rowsPerBatch = 500

/** Returns whether there were any. Does nothing during a recovery or beside a newer version. */
export const purgeRows = (deps: WriteDeps, actor: JobActor, before: Date): Promise<boolean> =>
  writeBatch(inUpkeep(deps), actor, (batch) => purgeBatch(batch, before))

/** Only upkeep may empty what was written once. */
export const inUpkeep = (deps: WriteDeps): WriteDeps => ({
  ...deps,
  database: { ...deps.database, tenant: deps.database.upkeep },
})

async function purgeBatch(batch: OpenBatch, before: Date): Promise<boolean> {
  const { tx, set } = batch
  if ((await isRecovering(tx, new Date(batch.at))) || isOlder(batch.otherNames)) return false
  const rows = await tx.query<DeletedRow>(oldestGroupsSql, [tx.tenantId, before.toISOString(), rowsPerBatch])
  for (const [entity, group] of Map.groupBy(rows, (row) => row.entity))
    await set.load(
      entityNamed(entity)!,
      group.map(({ id }) => id),
    )
  set.keep(
    rows.map(({ entity, id }) => {
      const [definition, row] = [entityNamed(entity)!, set.peek(entity, id)!]
      return { of: definition, before: row, after: blank(definition, row) }
    }),
  )
  const emptied = await removePersonalData(
    tx,
    rows.map(({ id }) => id),
  )
  await auditPurge(batch, rows, emptied)
  return rows.length > 0
}

/** One audit entry per row that somebody deleted, listing the rows deleted with it and the entries without values. */
async function auditPurge(
  batch: OpenBatch,
  rows: readonly DeletedRow[],
  emptiedOf: Awaited<ReturnType<typeof removePersonalData>>,
): Promise<void> {
  const roots = new Set((await rootsOf(batch.tx, rows)).map(({ id }) => id))
  for (const group of Map.groupBy(rows, ({ deletedIn }) => deletedIn).values()) {
    const named = group.find(({ id }) => roots.has(id)) ?? group[0]!
    const followed = group.filter((row) => row !== named).map(({ entity, id }) => [entity, id])
    const emptied = group.flatMap(({ id }) => emptiedOf.get(id) ?? [])
    const details = { ...(followed.length ? { followed } : {}), ...(emptied.length ? { emptied } : {}) }
    auditAction(batch, { entity: named.entity, verb: 'purge', entityId: named.id, details })
  }
}

/** The oldest groups, deleted until $2, about $3 rows. A group is never split, or it could be restored in part. */
const oldestGroupsSql = `with gone as (${deletedSql('<= $2::timestamptz')}),
groups as (select "deletedIn", count(*) as rows, sum(count(*)) over (order by min(at), "deletedIn") as upto from gone group by "deletedIn")
select gone.* from gone join groups using ("deletedIn") where upto <= $3 or upto = rows`
