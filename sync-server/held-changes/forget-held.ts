// Author, decider and time stay.
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'

const day = 86_400_000
const retentionMs = 30 * day
const batchSize = 5_000

export const forgetHeldChanges = pauseAfterClockJump({
  everyMs: day,
  async run({ database, now }, { tenantId }) {
    const before = database.clock.runningAgo(now(), retentionMs).toISOString()
    const emptied = await database.tenant(tenantId, (tx) =>
      tx.query(
        `update held_changes set verdict = null, device = null where tenant_id = $1 and id in (
  select id from held_changes where tenant_id = $1 and state <> 'HELD' and decided_at <= $2
    and (verdict is not null or device is not null) limit $3)
returning 1`,
        [tenantId, before, batchSize],
      ),
    )
    return { hasMore: emptied.length === batchSize, hasChanged: emptied.length > 0 }
  },
})
