import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TransactionSql } from 'postgres'
import { version as ownVersion } from '#server/version.ts'
import type { Manifest } from './manifest.ts'

export class RestoreRefused extends Error {}

export interface Migration {
  readonly when: number
  readonly hash: string
  readonly statements: readonly string[]
}

const migrationsUrl = new URL('../db/migrations/', import.meta.url)

export function ownMigrations(): readonly Migration[] {
  const read = (name: string) => readFileSync(fileURLToPath(new URL(name, migrationsUrl)), 'utf8')
  const { entries } = JSON.parse(read('meta/_journal.json')) as { entries: readonly { when: number; tag: string }[] }
  return entries.map(({ when, tag }) => {
    const text = read(`${tag}.sql`)
    return {
      when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
    }
  })
}

/** Those that the backup's database had. */
export function requireMigrations({ name, version, migrations }: Manifest): readonly Migration[] {
  const own = ownMigrations()
  const isKnown = migrations.every(({ when, hash }, i) => own[i]?.when === when && own[i].hash === hash)
  if (isKnown) return own.slice(0, migrations.length)
  const maker = version === undefined ? 'another version of Holdfast' : `Holdfast ${version}`
  throw new RestoreRefused(
    `The backup ${name} was made by ${maker}, which has migrations that this version (${ownVersion}) lacks. Restore it with that version or a newer one.`,
  )
}

/** As the migrator would, but in this transaction, and not further than the backup. */
export async function runMigrations(sql: TransactionSql, migrations: readonly Migration[]): Promise<void> {
  await sql`create schema drizzle`
  await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  for (const { when, hash, statements } of migrations) {
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`
  }
}
