import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'

interface Journal {
  readonly entries: readonly { readonly when: number }[]
}

const journalUrl = new URL('./migrations/meta/_journal.json', import.meta.url)

const { entries } = JSON.parse(readFileSync(journalUrl, 'utf8')) as Journal

export const newestMigration = Math.max(...entries.map(({ when }) => when))

export interface MigrationState {
  readonly done: number
  readonly pending: number
  readonly isNewer: boolean
}

/** The migrator runs those that are younger than the last one that the database has. */
export async function migrationState(sql: Sql): Promise<MigrationState> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  const [found] = table!.exists
    ? await sql<{ last: string | null }[]>`select max(created_at)::text as last from drizzle.__drizzle_migrations`
    : []
  const last = Number(found?.last ?? 0)
  const pending = entries.filter(({ when }) => when > last).length
  return { done: entries.length - pending, pending, isNewer: last > newestMigration }
}
