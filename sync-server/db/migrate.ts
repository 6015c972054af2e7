import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { ensureRoles } from './roles.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any constant of our own: nodes that start together migrate one after the other. */
const lock = 4_103_207

/** Brings the database to this version: roles, tables, policies. Runs as the owner, once at a time. */
export async function migrate(ownerUrl: string): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await owner`select pg_advisory_lock(${lock})`
    await ensureRoles(owner, ownerUrl)
    await runMigrations(drizzle(owner), { migrationsFolder })
  } finally {
    await owner.end()
  }
}
