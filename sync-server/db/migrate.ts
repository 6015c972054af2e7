import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import type * as Driver from 'drizzle-orm/postgres-js'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type * as Migrator from 'drizzle-orm/migrator'
import type * as Postgres from 'drizzle-orm/pg-core'
import { addMissingCheckpointHashes } from './checkpoint-hashes.ts'
import { withSql } from './postgres/open-sql.ts'
import { grantMissing } from './distribute/grant-missing.ts'
import { distributeNewTables, isDistributed } from './distribute/new-tables.ts'
import { refuseDowngrade } from './finished-upgrade.ts'
import { ensureRoles, forbidTemporaryTables, requireOwnerRights } from './connect/roles.ts'

// CommonJS, because linking its circular ES modules would cost 0.1 GB.
const requireHere = createRequire(import.meta.url)
const { drizzle } = requireHere('drizzle-orm/postgres-js') as typeof Driver
const { readMigrationFiles } = requireHere('drizzle-orm/migrator') as typeof Migrator
const { PgDialect } = requireHere('drizzle-orm/pg-core') as typeof Postgres

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const lock = 4_103_207

/** Nodes that start together migrate one after the other. */
export const takeMigrationLock = (owner: Sql): Promise<unknown> => owner`select pg_advisory_lock(${lock})`

/** One node at a time. Throws when a newer version has finished upgrading the database. */
export const migrate = (ownerUrl: string): Promise<void> =>
  withSql(ownerUrl, async (owner) => {
    await takeMigrationLock(owner)
    await refuseDowngrade(owner)
    await requireOwnerRights(owner)
    await ensureRoles(owner, ownerUrl)
    await forbidTemporaryTables(owner)
    await runMigrations(owner, readMigrationFiles({ migrationsFolder }))
    if (await isDistributed(owner)) await grantMissing(owner)
    await addMissingCheckpointHashes(owner)
  })

/** Drizzle declares a session with other type parameters than it takes. */
type Session = Parameters<Postgres.PgDialect['migrate']>[1]

/** Drizzle's own `migrate` takes a folder only. */
export async function runMigrations(owner: Sql, migrations: MigrationMeta[]): Promise<void> {
  const all = (await isDistributed(owner)) ? distributeNewTables(migrations) : migrations
  const { session } = drizzle(owner)._
  await new PgDialect().migrate(all, session as unknown as Session, { migrationsFolder })
}
