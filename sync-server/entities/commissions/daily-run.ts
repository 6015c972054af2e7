import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import { runCommissions } from './run.ts'

const everyMs = 6 * 3_600_000

export const commissionRun = pauseAfterClockJump({
  everyMs,
  async run(deps, { tenantId, kind }) {
    // Firms have no time zone: days are UTC.
    await runCommissions(deps, { kind: 'job', tenantId, job: kind }, deps.now().toISOString().slice(0, 10))
  },
})
