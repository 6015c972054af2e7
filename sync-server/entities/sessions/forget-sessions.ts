// 90 days, so that devices learn why they ended.
import { endPush } from '#server/auth/end-push.ts'
import { sessionLimits } from '#server/auth/sessions.ts'
import { whenSteady } from '#server/jobs/when-steady.ts'

const day = 86_400_000
const retentionMs = 90 * day

export const forgetSessions = whenSteady({
  everyMs: day,
  async run(deps, { tenantId }) {
    const { database, now } = deps
    await endPush(deps, tenantId)
    const ended = database.clock.runningAgo(now(), retentionMs).toISOString()
    const limits = sessionLimits(database, now(), retentionMs)
    await database.directory`
      delete from directory.sessions where tenant_id = ${tenantId} and (ended_at < ${ended}
        or not is_withdrawn and (expire < ${limits.expire} or last_used < ${limits.lastUsed}))`
  },
})
