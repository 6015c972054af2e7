// 35 days after a delete the contents of the rows are removed; nobody could restore them since day 30. Entity, id and
// number stay, so that devices that were away still learn that the rows are gone. The purge takes no number, because no
// device has to learn of it.
import { leapMs } from '#server/db/connect/clock.ts'
import { recoveryMs } from '#server/db/connect/epochs.ts'
import { whenSteady } from '#server/jobs/when-steady.ts'
import { restorableMs } from '#server/records/judge/judge-restore.ts'
import { purgeRows } from '#server/records/write/purge-rows.ts'

const day = 86_400_000
/**
 * A restore on the last day may be missing in a copy that is too young to be recognized: its devices get the time of a
 * recovery to send it again before the contents are gone.
 */
const removedAfterMs = restorableMs + leapMs + recoveryMs

export const purge = whenSteady({
  everyMs: day,
  async run(deps, { tenantId, kind }) {
    const actor = { kind: 'job', tenantId, job: kind } as const
    return { more: await purgeRows(deps, actor, new Date(deps.now().getTime() - removedAfterMs)) }
  },
})
