// Every node looks once an hour; the lock of a deletion lets one of them work.
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { deleteFirm } from './delete-firm.ts'

const everyMs = 3_600_000

interface Deps {
  readonly database: Pick<Database, 'directory' | 'clock'>
  readonly ownerUrl: string
  readonly store: FileStore
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Waits after a clock jump (see pause-after-clock-jump.ts). */
export async function deleteDueFirms({ database, ownerUrl, store, log }: Deps): Promise<void> {
  const now = database.clock.now()
  if (!database.clock.isSteady(now)) return
  const due = await database.directory<{ id: string }[]>`
    select id from directory.tenants where deletion_at <= ${now.toISOString()} and suspended_at is not null
    order by deletion_at, id`
  for (const { id: tenantId } of due)
    await deleteFirm({ database, ownerUrl, store, tenantId }).then(
      (deleted) =>
        deleted && log.info({ event: 'firm deleted', tenantId, ...deleted }, 'a firm was deleted as planned'),
      (error: unknown) => log.warn({ err: error, tenantId }, 'the planned deletion of a firm failed'),
    )
}

export function watchDeletions(deps: Deps): () => void {
  const look = () =>
    void deleteDueFirms(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the check for planned deletions failed'),
    )
  look()
  const timer = setInterval(look, everyMs)
  return () => clearInterval(timer)
}
