import { openHints } from '#server/bus/bus.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { requireKeys } from '#server/installation.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { rules } from '#server/rules.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { createSeals, type Seals } from '#server/secrets/seal.ts'

export async function withWriting<T>(
  database: Database,
  config: Config,
  work: (deps: WriteDeps & { readonly seals: Seals }) => Promise<T>,
): Promise<T> {
  const { now } = database.clock
  const keys = openKeys(config, now)
  await requireKeys(database, keys())
  const hints = await openHints(database, (error) => console.error('A hint was not sent:', error))
  const backgroundTasks = createBackgroundTasks((error) => console.error('What follows a commit failed:', error))
  const [auditKeys, seals] = [createAuditKeys(keys), createSeals(keys)]
  try {
    return await work({ database, hints, backgroundTasks, now, rules, auditKeys, seals })
  } finally {
    await backgroundTasks.settled()
    await hints.close()
  }
}
