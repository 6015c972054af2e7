// Removes contents 35 days after a delete (restorable until day 30). Ids and numbers stay for offline devices.
import { leapMs } from '#server/db/connect/clock.ts'
import { recoveryMs } from '#server/db/connect/epochs.ts'
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import { restorableMs } from '#server/records/judge/judge-restore.ts'
import { purgeRows } from '#server/records/write/purge-rows.ts'

const day = 86_400_000
/** Adds the time in which devices recover from a restored backup that was too recent to be recognized. */
const removedAfterMs = restorableMs + leapMs + recoveryMs

export const purge = pauseAfterClockJump({
  everyMs: day,
  async run(deps, { tenantId, kind }) {
    const actor = { kind: 'job', tenantId, job: kind } as const
    const isPurged = await purgeRows(deps, actor, new Date(deps.now().getTime() - removedAfterMs))
    return { hasMore: isPurged, hasChanged: isPurged }
  },
})
