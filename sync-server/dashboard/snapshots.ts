// Monthly snapshots of a firm's figures: one row per firm and month, which the job of the month keeps current and
// nothing changes afterwards.
import { type Snapshot, snapshotType } from '#schema/snapshots.ts'
import type { TenantTx } from '../db/database.ts'

export async function findSnapshot(tx: TenantTx, month: string): Promise<{ id: string; data: Snapshot } | undefined> {
  const [row] = await tx.query<{ id: string; data: Snapshot }>(
    `select id, data from analytics_data where tenant_id = $1 and type = $2 and data->>'month' = $3 and deleted_at is null`,
    [tx.tenantId, snapshotType, month],
  )
  return row
}

export const averageIrrAt = async (tx: TenantTx, month: string): Promise<string | null> =>
  (await findSnapshot(tx, month))?.data.averageIRR ?? null
