// A refusal is remembered for a day: the same bytes get it again that long. What was decided otherwise is remembered for
// as long as a device may send it again after a restored backup (BACK16), and as long once more. Answers that were kept
// for whoever asks again go with them, after their day.
import { forgetAnswers } from '#server/http/calls/idempotency-rows.ts'
import { whenSteady } from '#server/jobs/when-steady.ts'
import { deleteVerdicts } from '#server/records/write/earlier-verdicts.ts'

const hour = 3_600_000
const day = 24 * hour

export const forgetVerdicts = whenSteady({
  everyMs: hour,
  async run({ database, now }, { tenantId }) {
    const ago = (ms: number) => database.clock.runningAgo(now(), ms)
    const before = { refused: ago(day), others: ago(180 * day) }
    const moreAnswers = await database.upkeep(tenantId, (tx) => forgetAnswers(tx, now()))
    const moreVerdicts = await database.upkeep(tenantId, (tx) => deleteVerdicts(tx, before))
    return { more: moreAnswers || moreVerdicts }
  },
})
