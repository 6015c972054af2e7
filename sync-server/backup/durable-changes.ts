// Changes in a finished backup are durable; the feed tells devices (BACK4).
import type { Database } from '#server/db/connect/database.ts'
import { recordBackup, saveBackupStart, removeBackupStart } from '#server/installation.ts'

export interface FirmCheckpoint {
  readonly id: string
  readonly number: number
  readonly mark: string
}

type Databases = Pick<Database, 'directory' | 'upkeep' | 'tenant' | 'clock'>

/** A backup of another epoch has other hashes, so it marks nothing. */
async function markDurable({ upkeep }: Pick<Database, 'upkeep'>, { id, number, mark }: FirmCheckpoint): Promise<void> {
  await upkeep(id, (tx) =>
    tx.query(
      `update tenant_numbers set durable = $2 where tenant_id = $1 and durable < $2
  and exists (select from marks where tenant_id = $1 and n = $2 and mark = $3)`,
      [tx.tenantId, number, mark],
    ),
  )
}

export async function recordFinishedBackup(
  database: Databases,
  finishedAt: Date,
  firms: readonly FirmCheckpoint[],
): Promise<void> {
  for (const firm of firms) await markDurable(database, firm)
  await recordBackup(database, finishedAt)
}

/** For backups by other tools: everything committed before this call is in a backup that starts after it. */
export async function recordBackupStart({ directory, tenant }: Databases): Promise<number> {
  const firms: FirmCheckpoint[] = []
  for (const { id } of await directory<{ id: string }[]>`select id from directory.tenants`) {
    const [found] = await tenant(id, (tx) =>
      tx.query<Omit<FirmCheckpoint, 'id'>>('select n as number, mark from tenant_numbers where tenant_id = $1', [
        tx.tenantId,
      ]),
    )
    if (found) firms.push({ id, ...found })
  }
  await saveBackupStart({ directory }, JSON.stringify(firms))
  return firms.length
}

/** The number of firms whose changes are durable now; null if the backup's beginning was not recorded. */
export async function recordBackupEnd(database: Databases): Promise<number | null> {
  const begun = await removeBackupStart(database)
  const firms = begun === undefined ? [] : (JSON.parse(begun) as readonly FirmCheckpoint[])
  await recordFinishedBackup(database, database.clock.now(), firms)
  return begun === undefined ? null : firms.length
}
