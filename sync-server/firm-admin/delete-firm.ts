// A firm is deleted after a waiting time, in which it is suspended and the deletion can be canceled.
import type { Database } from '#server/db/connect/database.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { tablesOfFirms } from '#server/db/tables/isolation.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { withoutRemovals } from '#server/files/removal-lock.ts'
import { firmEvent, type FirmStateDeps, suspendFirm } from '#server/firms/suspended.ts'

export async function plannedDeletion(
  { directory }: Pick<Database, 'directory'>,
  tenantId: string,
): Promise<string | null> {
  const [firm] = await directory<{ deletionAt: string | null }[]>`
    select deletion_at as "deletionAt" from directory.tenants where id = ${tenantId}`
  return firm?.deletionAt ?? null
}

/** False when one is planned already. */
export async function planDeletion(deps: FirmStateDeps, tenantId: string, at: Date): Promise<boolean> {
  const deletionAt = at.toISOString()
  await suspendFirm(deps, tenantId)
  const changed = await deps.database.directory`
    update directory.tenants set deletion_at = ${deletionAt}
    where id = ${tenantId} and deletion_at is null and suspended_at is not null`
  if (changed.count > 0) await deps.events.write(tenantId, firmEvent('planDeletion', tenantId, { deletionAt }))
  return changed.count > 0
}

/** False when none was planned, null while a backup, an export or the deletion runs. The firm stays suspended. */
export const cancelDeletion = ({ database, events }: FirmStateDeps, tenantId: string): Promise<boolean | null> =>
  withoutRemovals(database, async () => {
    const changed = await database.directory`
      update directory.tenants set deletion_at = null where id = ${tenantId} and deletion_at is not null`
    if (changed.count > 0) await events.write(tenantId, firmEvent('cancelDeletion', tenantId))
    return changed.count > 0
  })

export interface Deletion {
  readonly database: Pick<Database, 'directory' | 'clock'>
  readonly ownerUrl: string
  readonly store: FileStore
  readonly tenantId: string
}

export interface DeletedFirm {
  readonly rows: number
  readonly files: number
}

/**
 * Null while a backup or an export runs. Files go first: while rows are left, a second run can finish. Throws before the
 * planned time.
 */
export const deleteFirm = ({ database, ownerUrl, store, tenantId }: Deletion): Promise<DeletedFirm | null> =>
  withoutRemovals(database, async (requireLock) => {
    const now = database.clock.now()
    const at = await plannedDeletion(database, tenantId)
    if (at === null || new Date(at) > now) throw new Error(`The firm ${tenantId} is not due for deletion`)
    let files = 0
    for await (const { key } of store.stored(tenantId)) {
      await store.remove(key)
      files++
    }
    await store.sweep(tenantId, new Date(Date.now() + 1_000))
    await requireLock()
    return { files, rows: await deleteRows(ownerUrl, tenantId, 'due') }
  })

/** `unlisted`: rows of a firm that an interrupted import has not listed yet. The transaction checks the state again. */
export const deleteRows = (ownerUrl: string, tenantId: string, expected: 'due' | 'unlisted'): Promise<number> =>
  withSql(ownerUrl, (owner) =>
    owner.begin(async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql`select set_config('app.tenant_id', ${tenantId}, true)`
      const [firm] = await sql<{ isPlanned: boolean }[]>`
        select deletion_at is not null and suspended_at is not null as "isPlanned" from directory.tenants where id = ${tenantId} for update`
      if (expected === 'due' ? !firm?.isPlanned : firm)
        throw new Error(`The state of the firm ${tenantId} has changed. Nothing was deleted.`)
      let rows = 0
      for (const table of tablesOfFirms)
        rows += (await sql.unsafe(`delete from ${table} where tenant_id = $1`, [tenantId])).count
      await sql`delete from directory.tenants where id = ${tenantId}`
      return rows
    }),
  )
