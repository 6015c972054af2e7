// Kept for 90 days, so that devices can show why theirs ended.
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { sessionLimits } from '#server/auth/sessions.ts'
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'

const day = 86_400_000
const retentionMs = 90 * day

export const forgetSessions = pauseAfterClockJump({
  everyMs: day,
  async run(deps, { tenantId }) {
    const { database, now } = deps
    const isPushEnded = await endPushSubscriptions(deps, tenantId)
    const ended = database.clock.runningAgo(now(), retentionMs).toISOString()
    const limits = sessionLimits(database, now(), retentionMs)
    const forgotten = await database.directory`
      delete from directory.sessions where tenant_id = ${tenantId} and (ended_at < ${ended}
        or not is_withdrawn and (expire < ${limits.expire} or last_used < ${limits.lastUsed}))`
    return { hasChanged: isPushEnded || forgotten.count > 0 }
  },
})
