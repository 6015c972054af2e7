// Later changes, even backdated ones, do not alter a closed month.
import { type Snapshot, snapshotType } from '#schema/portfolio/snapshots.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

export async function findSnapshot(tx: TenantTx, month: string): Promise<{ id: string; data: Snapshot } | undefined> {
  const [row] = await tx.query<{ id: string; data: Snapshot }>(
    `select id, data from analytics_data where tenant_id = $1 and type = $2 and data->>'month' = $3 and deleted_at is null`,
    [tx.tenantId, snapshotType, month],
  )
  return row
}

export const averageIrrAt = async (tx: TenantTx, month: string): Promise<string | null> =>
  (await findSnapshot(tx, month))?.data.averageIRR ?? null

export async function hasChangedSince(tx: TenantTx, day: string): Promise<boolean> {
  const tables = ['projects', 'investments', 'investors', 'exchange_rates']
  const changed = tables.map(
    (table) => `exists (select from ${table} where tenant_id = $1 and updated_at >= $2::timestamptz)`,
  )
  const [row] = await tx.query<{ hasChanged: boolean }>(`select ${changed.join(' or ')} as "hasChanged"`, [
    tx.tenantId,
    `${day}T00:00:00.000Z`,
  ])
  return row!.hasChanged
}
