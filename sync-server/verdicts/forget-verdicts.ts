// Refusals stay for a day, other verdicts for twice as long as a device may resend after a restore (BACK16).
import { forgetResponses } from '#server/http/calls/idempotency-rows.ts'
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import { deleteVerdicts } from '#server/records/write/earlier-verdicts.ts'

const hour = 3_600_000
const day = 24 * hour

export const forgetVerdicts = pauseAfterClockJump({
  everyMs: 6 * hour,
  isUnaudited: true,
  async run({ database, now }, { tenantId }) {
    const ago = (ms: number) => database.clock.runningAgo(now(), ms)
    const before = { refused: ago(day), others: ago(180 * day) }
    const moreResponses = await database.upkeep(tenantId, (tx) => forgetResponses(tx, now()))
    const moreVerdicts = await database.upkeep(tenantId, (tx) => deleteVerdicts(tx, before))
    return { hasMore: moreResponses || moreVerdicts }
  },
})
