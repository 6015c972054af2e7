// Writes the commissions that have become due, several times a day: a run that finds nothing due writes nothing.
import { whenSteady } from '#server/jobs/when-steady.ts'
import { runCommissions } from './run.ts'

const everyMs = 6 * 3_600_000

export const commissionRun = whenSteady({
  everyMs,
  async run(deps, { tenantId, kind }) {
    // A firm has no time zone of its own: its days are those of UTC.
    await runCommissions(deps, { kind: 'job', tenantId, job: kind }, deps.now().toISOString().slice(0, 10))
  },
})
