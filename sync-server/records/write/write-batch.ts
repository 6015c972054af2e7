// The only place that writes a firm's data, under the tenant's lock. After the commit it sends hints and starts tasks.
import { timeIn } from '#server/db/checkpoint-hashes.ts'
import { allDone } from '#server/db/connect/transaction.ts'
import { stageActivities } from './activities.ts'
import { type Actor, tenantOf } from '#server/records/actor.ts'
import { notifyAfterCommit } from './after-commit.ts'
import { auditChange } from '#server/records/audit/audit.ts'
import type { AuditedOperation } from '#server/records/audit/audit-action.ts'
import { afterChange } from '#server/records/judge/follow.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { newScopesOf, openBatch, type OpenBatch, type Opening, assignNumber } from './open-batch.ts'
import type { SubmittedChange } from '#server/records/judge/outcome.ts'
import { saveRows } from './save-rows.ts'
import { saveTombstones, saveAuditAndVerdicts, scopeStatements } from './save-audit-and-verdicts.ts'
import { stamp } from './stamp.ts'
import type { FormerNumber } from '#server/records/former-number.ts'
import type { Staged } from '#server/records/rows/working-set.ts'

/** `work` may run again on a retry. */
export async function writeBatch<Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
  opening: Opening = {},
): Promise<Result> {
  const tenantId = tenantOf(actor)
  const { database } = deps
  const { batch, result } = await database.writing(tenantId, () =>
    database.tenant(tenantId, async (tx) => {
      const opened = await openBatch(tx, deps, actor, opening)
      const worked = await work(opened)
      await saveBatch(opened)
      return { batch: opened, result: worked }
    }),
  )
  const { number, lastCheckpointHash: mark = batch.mark } = batch
  if (mark) deps.database.checkpoints.note(tenantId, { number, mark, at: timeIn(mark) })
  if (batch.number > batch.before)
    deps.hints.publish(tenantId, {
      number: batch.number,
      audiences: Object.fromEntries(batch.audiences),
      sight: Object.fromEntries(newScopesOf(batch)),
    })
  notifyAfterCommit(deps, batch)
  return result
}

export const rehearse = <Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
): Promise<Result> => deps.database.tenant(tenantOf(actor), async (tx) => work(await openBatch(tx, deps, actor)))

interface ChangeToKeep extends Pick<SubmittedChange, 'id' | 'at'> {
  readonly hash?: string
  readonly was?: FormerNumber | undefined
  readonly operations: readonly AuditedOperation[]
  /** Defaults to `operations`. */
  readonly activityOperations?: readonly AuditedOperation[]
}

const operationOf = ({ of: entity, before, after }: Staged): AuditedOperation => ({
  op: before ? 'update' : 'create',
  entity: entity.name,
  id: after.id,
})

export async function keepChange(
  batch: OpenBatch,
  change: ChangeToKeep,
  decidedFields: readonly (readonly string[] | undefined)[] = [],
): Promise<number | null> {
  const { set, actor } = batch
  if (!set.staged().length) return null
  await afterChange(batch)
  const operations = change.operations.length ? change.operations : set.staged().map(operationOf)
  const activityOperations = change.activityOperations ?? operations
  // What an import creates is in the activity of the file.
  const withActivity =
    actor.kind === 'import' ? activityOperations.filter(({ op }) => op === 'update') : activityOperations
  await stageActivities(set, actor, withActivity, batch.at)
  const stamped = stamp(set.staged(), batch.number)
  auditChange(batch.trail, {
    actor,
    changeId: change.id,
    number: stamped.number,
    at: batch.at,
    deviceAt: change.at,
    operations,
    staged: stamped.rows.filter(({ of: entity }) => entity.audited),
    was: change.was,
    decided: decidedFields,
  })
  set.keep(stamped.rows)
  while (batch.number < stamped.number) assignNumber(batch, change.hash ?? '')
  batch.tombstones.push(...stamped.tombstones)
  for (const [audience, number] of stamped.audiences) batch.audiences.set(audience, number)
  return stamped.number
}

/** Hashes are computed while the database works. */
async function saveBatch(batch: OpenBatch): Promise<void> {
  await allDone([...saveRows(batch), saveTombstones(batch), ...scopeStatements(batch), saveAuditAndVerdicts(batch)])
}
