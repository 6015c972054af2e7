// A refusal is remembered for a day: the same bytes get it again that long. What was accepted is remembered longer.
import type { JobKind } from '../jobs/job.ts'
import { forgetVerdicts } from '../records/remembered.ts'

const hour = 3_600_000
const rememberedMs = 24 * hour

export const forgetRefusals: JobKind = {
  everyMs: hour,
  async run({ database, now }, { tenantId }) {
    const before = new Date(now().getTime() - rememberedMs)
    return { more: await database.upkeep(tenantId, (tx) => forgetVerdicts(tx, before)) }
  },
}
