// Also finishes deletions that a stopped server left incomplete.
import { entityNamed } from '#schema/registry.ts'
import type { Job, JobDeps, JobKind } from '#server/jobs/job.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { isRecovering } from '#server/records/judge/recovery.ts'
import { transact } from '#server/records/write/transact.ts'
import { expectNothing, type FileDeps, withdrawUpload } from './end-upload.ts'
import type { FileStore } from './file-store.ts'
import { selectHeld } from './held-files.ts'
import { acceptMarkedFiles } from './accept-held-file.ts'
import { removeUnlessBackingUp } from './removal-lock.ts'
import { mayReturn, reattachFiles } from './reattach-files.ts'
import {
  arrivingKey,
  isOpen,
  storedKey,
  openSql,
  selectUploads,
  type Upload,
  type WithFile,
  withFiles,
} from './uploads.ts'

const day = 86_400_000
/** An unfinished upload is deleted after this time; the device starts over. */
const unfinishedMs = 7 * day
/** How long devices can query a decision. */
const decidedMs = 30 * day
const maxVersions = 20
/** While a backup runs, or records return after a restore. */
const soonMs = 10 * 60_000
const batchSize = 100

export const removeFiles = (files: FileStore): JobKind => ({
  everyMs: day,
  async run(deps, job) {
    const mayRemove = deps.database.clock.isSteady(deps.now())
    let changed = 0
    if (mayRemove) {
      const found = await findExpired(deps, job)
      for (const each of found) {
        if (!(await removeUnlessBackingUp(deps.database, () => removeUpload({ ...deps, files }, job, each))))
          return { at: new Date(deps.now().getTime() + soonMs), hasChanged: changed > 0 }
        changed++
      }
      if (found.length === batchSize) return { hasMore: true, hasChanged: true }
    }
    changed += await acceptMarkedFiles({ ...deps, files }, job.tenantId, null)
    if (mayRemove) changed += await removeHeld({ ...deps, files }, job)
    changed += await endWaiting(deps, job)
    if (mayRemove) await files.sweep(job.tenantId, deps.database.clock.runningAgo(deps.now(), unfinishedMs + day))
    const recovers = await deps.database.tenant(job.tenantId, (tx) => isRecovering(tx, deps.now()))
    changed += await reattachReturned({ ...deps, files }, job)
    return { ...(recovers && { at: new Date(deps.now().getTime() + soonMs) }), hasChanged: changed > 0 }
  },
})

async function reattachReturned(deps: FileDeps, { tenantId, kind }: Job): Promise<number> {
  const isRecent = await deps.database.tenant(tenantId, (tx) => mayReturn(tx, deps.now()))
  return isRecent ? reattachFiles(deps, { kind: 'job', tenantId, job: kind }, tenantId) : 0
}

async function removeHeld({ database, files, now }: FileDeps, { tenantId }: Job): Promise<number> {
  const before = (ms: number): string => database.clock.runningAgo(now(), ms).toISOString()
  const expired = await database.tenant(tenantId, (tx) =>
    selectHeld(tx, `and (state = 'DROPPED' or state = 'ARRIVING' and created_at < $2)`, [before(unfinishedMs)]),
  )
  for (const { id } of expired)
    if (!(await removeUnlessBackingUp(database, () => files.discard(arrivingKey(tenantId, id))))) return 0
  const removed = await database.upkeep(tenantId, (tx) =>
    tx.query(
      `delete from held_files where tenant_id = $1 and (state = 'ARRIVING' and created_at < $2 or state in ('TAKEN', 'DROPPED') and decided_at < $3) returning 1`,
      [tenantId, before(unfinishedMs), before(decidedMs)],
    ),
  )
  return removed.length
}

/** An upload may end while its record is deleted. */
async function endWaiting(deps: JobDeps, { tenantId, kind }: Job): Promise<number> {
  let ended = 0
  for (const entity of withFiles) {
    const waiting = await deps.database.tenant(tenantId, (tx) =>
      tx.query<{ id: string }>(
        `select id from ${entityNamed(entity)!.table} r
where tenant_id = $1 and deleted_at is null and file_state in ('WAITING', 'UPLOADING') and not exists (
  select from files where tenant_id = $1 and entity = $2 and record_id = r.id and ${openSql})`,
        [tenantId, entity],
      ),
    )
    for (const { id } of waiting)
      await transact(deps, { kind: 'job', tenantId, job: kind }, (batch) => expectNothing(batch, entity, id), {
        act: { entity, verb: 'upload', id },
        withoutActivities: true,
      }).then(
        () => ended++,
        (error: unknown) => {
          if (!(error instanceof CodedError)) throw error
        },
      )
  }
  return ended
}

const findExpired = ({ database, now }: JobDeps, { tenantId }: Job): Promise<Upload[]> =>
  database.tenant(tenantId, (tx) =>
    selectUploads(tx, `and (${expiredSql}) order by created_at, id limit ${batchSize}`, [
      database.clock.runningAgo(now(), unfinishedMs).toISOString(),
    ]),
  )

const purged = (entity: WithFile): string =>
  `entity = '${entity}' and exists (select from ${entityNamed(entity)!.table} r where r.tenant_id = files.tenant_id and r.id = files.record_id and r.deleted_at is not null and r.deleted_in is null)`

/** $2: begun before it and never stored. */
const expiredSql = `(state <> 'STORED' and created_at < $2::timestamptz)
${withFiles.map((entity) => `or (${purged(entity)})`).join(' ')}
or (state = 'STORED' and version <= (select max(newest.version) - ${maxVersions} from files newest
  where newest.tenant_id = files.tenant_id and newest.entity = files.entity and newest.record_id = files.record_id and newest.state = 'STORED'))`

/** Deletes the bytes first, because after a crash only the row leads to them. */
async function removeUpload(deps: FileDeps, { tenantId, kind }: Job, upload: Upload): Promise<void> {
  if (isOpen(upload)) await withdrawUpload(deps, { kind: 'job', tenantId, job: kind }, tenantId, upload)
  // A server may have stopped halfway.
  else if (upload.state !== 'STORED') await deps.files.discard(arrivingKey(tenantId, upload.id))
  else {
    await deps.files.forget(arrivingKey(tenantId, upload.id))
    await deps.files.remove(storedKey(tenantId, upload))
  }
  await deps.database.upkeep(tenantId, (tx) =>
    // It may have been stored since.
    tx.query(
      `delete from files where tenant_id = $1 and id = $2 and not ${openSql} and (state <> 'STORED' or $3 = 'STORED')`,
      [tenantId, upload.id, upload.state],
    ),
  )
}
