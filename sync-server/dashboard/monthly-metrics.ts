// Keeps the snapshot of the present month. A run that finds nothing new writes nothing, so it does not matter how often
// and on how many nodes it runs.
import { round } from '#schema/money.ts'
import { type Snapshot, snapshotType } from '#schema/snapshots.ts'
import type { Viewer } from '#schema/viewer.ts'
import { baseCurrencyOf } from '../db/base-currency.ts'
import type { JobKind } from '../jobs/job.ts'
import { transact } from '../records/transact.ts'
import { readMetrics } from './read-metrics.ts'
import { findSnapshot } from './snapshots.ts'

const everyMs = 6 * 3_600_000
/** Months begin at midnight UTC, whoever looks at them. */
const zone = 'UTC'

/** Sees what staff see; no person has this id. */
const firmItself = (tenantId: string): Viewer => ({
  tenantId,
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'ADMIN',
  investorIds: [],
})

/** Figures that another version added are left alone. */
const isSame = (kept: Snapshot, data: Snapshot): boolean =>
  Object.keys(data).every((name) => kept[name as keyof Snapshot] === data[name as keyof Snapshot])

export const monthlyMetrics: JobKind = {
  everyMs,
  async run(deps, { tenantId, kind }) {
    const currency = await baseCurrencyOf(deps.database, tenantId)
    await transact(deps, { kind: 'job', tenantId, job: kind }, async (batch) => {
      const today = batch.at.slice(0, 10)
      const { metrics, averageIRR } = await readMetrics(batch.tx, firmItself(tenantId), { today, zone, currency })
      const data: Snapshot = {
        month: today.slice(0, 7),
        currency,
        totalAUM: metrics.totalAUM,
        activeProjects: metrics.activeProjects,
        totalInvestors: metrics.totalInvestors!,
        averageIRR: averageIRR && round(averageIRR, 6),
      }
      const kept = await findSnapshot(batch.tx, data.month)
      if (!kept) await batch.create('analyticsData', { type: snapshotType, data, computedAt: batch.at })
      else if (!isSame(kept.data, data)) await batch.update('analyticsData', kept.id, { data, computedAt: batch.at })
    })
  },
}
