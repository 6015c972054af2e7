import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import { runCommissions } from './run.ts'

const everyMs = 6 * 3_600_000

export const commissionRun = pauseAfterClockJump({
  everyMs,
  async run(deps, { tenantId, kind }) {
    // Firms have no time zone: days are UTC.
    const today = deps.now().toISOString().slice(0, 10)
    const { written, removed } = await runCommissions(deps, { kind: 'job', tenantId, job: kind }, today)
    return { hasChanged: written.length + removed.length > 0 }
  },
})
