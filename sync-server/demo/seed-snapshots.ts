import { addMonths, endOfMonth } from '#schema/money/dates.ts'
import { averageIrrOf } from '#schema/portfolio/metrics.ts'
import { difference, multiply, quotient, round } from '#schema/money/money.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { type Snapshot, snapshotType } from '#schema/portfolio/snapshots.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { latestDay, type SeedRow, seededRows } from './seed-parts.ts'

/** Percentage points since December. */
const irrRise = '2.1'
const snapshotMonths = 13

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The part of the rise still to come: all of it up to December, then linearly less. */
function remainingRise(day: string, today: string): string {
  const december = Number(today.slice(0, 4)) * 12
  const monthsLeft = monthNumber(today) - monthNumber(day)
  const monthsSinceDecember = monthNumber(today) - december
  return monthsLeft >= monthsSinceDecember
    ? irrRise
    : quotient(multiply(irrRise, String(monthsLeft)), String(monthsSinceDecember))
}

export async function seedSnapshots(deps: WriteDeps, tenantId: string, rows: readonly SeedRow[]): Promise<void> {
  const today = latestDay(deps.now())
  const average = runToEnd(averageIrrOf(seededRows(rows, 'projects')))
  if (average === null) return
  for (let monthsAgo = snapshotMonths; monthsAgo > 0; monthsAgo--) {
    const day = endOfMonth(addMonths(`${today.slice(0, 8)}01`, -monthsAgo))
    const data: Snapshot = {
      month: day.slice(0, 7),
      currency: 'USD',
      averageIRR: round(difference(average, remainingRise(day, today)), 6),
    }
    const at = new Date(`${day}T12:00:00.000Z`)
    await transact({ ...deps, now: () => at }, { kind: 'system', tenantId }, (batch) =>
      batch.create('analyticsData', { type: snapshotType, data, computedAt: batch.at }),
    )
  }
}
