import { whenSteady } from '#server/jobs/when-steady.ts'
import { runCommissions } from './run.ts'

const everyMs = 6 * 3_600_000

export const commissionRun = whenSteady({
  everyMs,
  async run(deps, { tenantId, kind }) {
    // Firms have no time zone: days are UTC.
    await runCommissions(deps, { kind: 'job', tenantId, job: kind }, deps.now().toISOString().slice(0, 10))
  },
})
