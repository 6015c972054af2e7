// Sessions that are over are known for 90 days, so that their devices learn why; then they are deleted.
import { endPush } from '../auth/end-push.ts'
import { idleMs } from '../auth/sessions.ts'
import type { JobKind } from '../jobs/job.ts'

const day = 86_400_000
const knownMs = 90 * day

export const forgetSessions: JobKind = {
  everyMs: day,
  async run(deps, { tenantId }) {
    const { database, now } = deps
    // Of sessions that have expired.
    await endPush(deps, tenantId)
    const before = now().getTime() - knownMs
    await database.directory`
      delete from directory.sessions where tenant_id = ${tenantId} and (ended_at < ${new Date(before).toISOString()}
        or expire < ${new Date(before).toISOString()} or last_used < ${new Date(before - idleMs).toISOString()})`
  },
}
