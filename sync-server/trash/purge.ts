// 35 days after a delete the contents of the rows are removed; nobody could restore them since day 30. Entity, id and
// number stay, so that devices that were away still learn that the rows are gone. The purge takes no number, because no
// device has to learn of it.
import { recoveryMs } from '../db/epochs.ts'
import type { Job, JobKind } from '../jobs/job.ts'
import { restorableMs } from '../records/judge-restore.ts'
import { purgeRows } from '../records/purge-rows.ts'

const day = 86_400_000
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
    const more = await purgeRows(deps, actor, new Date(now.getTime() - removedAfterMs))
    return { payload, more }
  },
}
