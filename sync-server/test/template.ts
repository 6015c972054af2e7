// A copy takes about 15 ms, a migration a second.
import { randomBytes } from 'node:crypto'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { migrate } from '#server/db/migrate.ts'

const templateName = 'holdfast_template'

export interface TestDatabase {
  readonly ownerUrl: string
  readonly drop: () => Promise<void>
}

export async function makeTemplate(serverUrl: string): Promise<void> {
  await withSql(serverUrl, async (sql) => {
    await sql`create database ${sql(templateName)}`
    await migrate(urlOf(serverUrl, templateName))
    // PostgreSQL copies a template only without connections to it.
    await sql`alter database ${sql(templateName)} with is_template true allow_connections false`
  })
}

export async function copyDatabase(serverUrl: string, template = templateName): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await withSql(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)}`)
  return {
    ownerUrl: urlOf(serverUrl, name),
    drop: () => withSql(serverUrl, async (sql) => void (await sql`drop database if exists ${sql(name)} with (force)`)),
  }
}

const urlOf = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
