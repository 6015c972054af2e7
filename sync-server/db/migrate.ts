import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as Driver from 'drizzle-orm/postgres-js'
import type * as Migrator from 'drizzle-orm/postgres-js/migrator'
import { addMissingCheckpointHashes } from './checkpoint-hashes.ts'
import { withSql } from './postgres/open-sql.ts'
import { refuseDowngrade } from './finished-upgrade.ts'
import { ensureRoles, forbidTemporaryTables, requireOwnerRights } from './connect/roles.ts'

// CommonJS, because linking its circular ES modules would cost 0.1 GB.
const requireHere = createRequire(import.meta.url)
const { drizzle } = requireHere('drizzle-orm/postgres-js') as typeof Driver
const { migrate: runMigrations } = requireHere('drizzle-orm/postgres-js/migrator') as typeof Migrator

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Nodes that start together migrate one after the other. */
const lock = 4_103_207

/** Runs as the owner, one node at a time. Throws when a newer version has finished upgrading the database. */
export const migrate = (ownerUrl: string): Promise<void> =>
  withSql(ownerUrl, async (owner) => {
    await owner`select pg_advisory_lock(${lock})`
    await refuseDowngrade(owner)
    await requireOwnerRights(owner)
    await ensureRoles(owner, ownerUrl)
    await forbidTemporaryTables(owner)
    await runMigrations(drizzle(owner), { migrationsFolder })
    await addMissingCheckpointHashes(owner)
  })
