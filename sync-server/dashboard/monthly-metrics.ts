// Idempotent, so any number of nodes may run it.
import { addMonths, dayBefore } from '#schema/money/dates.ts'
import { round } from '#schema/money/money.ts'
import { type Snapshot, snapshotType } from '#schema/portfolio/snapshots.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { baseCurrencyOf } from '#server/db/base-currency.ts'
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { transact } from '#server/records/write/transact.ts'
import { readMetrics } from './read-metrics.ts'
import { findSnapshot, hasChangedSince } from './snapshots.ts'

const minute = 60_000
const everyMs = 6 * 60 * minute
const zone = 'UTC'

/** Sees what staff see; no person has this id. */
const firmItself = (tenantId: string): Viewer => ({
  tenantId,
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'ADMIN',
  investorIds: [],
})

/** Ignores figures of other versions. */
const isSame = (stored: Snapshot, data: Snapshot): boolean =>
  Object.keys(data).every((name) => stored[name as keyof Snapshot] === data[name as keyof Snapshot])

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

export const monthlyMetrics = pauseAfterClockJump({
  everyMs,
  async run(deps, { tenantId, kind }) {
    const currency = await baseCurrencyOf(deps.database, tenantId)
    const hasChanged = await transact(deps, { kind: 'job', tenantId, job: kind }, async (batch) => {
      const today = batch.at.slice(0, 10)
      const isClosed = await closeMonthBefore(batch, today, currency)
      return (await writeSnapshot(batch, await snapshotOn(batch, today, currency))) || isClosed
    })
    return { at: nextRun(deps.now()), hasChanged }
  },
})

/** Changes of the new month must not enter the old one. A younger firm has no earlier snapshot. */
async function closeMonthBefore(batch: Batch, today: string, currency: string): Promise<boolean> {
  const lastDay = dayBefore(firstOfMonth(today))
  const stored = await findSnapshot(batch.tx, lastDay.slice(0, 7))
  if (stored?.data.currency !== currency || (await hasChangedSince(batch.tx, firstOfMonth(today)))) return false
  return writeSnapshot(batch, await snapshotOn(batch, lastDay, currency))
}

async function snapshotOn({ tx }: Batch, day: string, currency: string): Promise<Snapshot> {
  const { metrics, averageIRR } = await readMetrics(tx, firmItself(tx.tenantId), { today: day, zone, currency })
  return {
    month: day.slice(0, 7),
    currency,
    totalAUM: metrics.totalAUM,
    activeProjects: metrics.activeProjects,
    totalInvestors: metrics.totalInvestors!,
    averageIRR: averageIRR && round(averageIRR, 6),
  }
}

/** False when it is stored already. */
async function writeSnapshot(batch: Batch, data: Snapshot): Promise<boolean> {
  const stored = await findSnapshot(batch.tx, data.month)
  if (stored && isSame(stored.data, data)) return false
  if (!stored) await batch.create('analyticsData', { type: snapshotType, data, computedAt: batch.at })
  else await batch.update('analyticsData', stored.id, { data, computedAt: batch.at })
  return true
}

/** At the month's end and right after it, so at most a minute's changes are missing. */
function nextRun(now: Date): Date {
  const monthEnd = Date.parse(addMonths(firstOfMonth(now.toISOString().slice(0, 10)), 1))
  const at = now.getTime() < monthEnd - minute ? monthEnd - minute : monthEnd
  return new Date(Math.min(now.getTime() + everyMs, at))
}
