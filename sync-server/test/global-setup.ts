// One throw-away PostgreSQL for the whole run, with a migrated database to copy from.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { TEMPLATE } from './database.ts'

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-test-'))
  const database = await startEmbeddedPostgres({ dataDir, throwAway: true })
  try {
    await makeTemplate(database.url)
  } catch (error) {
    await tearDown()
    throw error
  }
  provide('postgresUrl', database.url)
  return tearDown

  async function tearDown(): Promise<void> {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`create database ${sql(TEMPLATE)}`
    await migrate(Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href)
    // Copying needs a template that nobody is connected to.
    await sql`alter database ${sql(TEMPLATE)} with is_template true allow_connections false`
  } finally {
    await sql.end()
  }
}
