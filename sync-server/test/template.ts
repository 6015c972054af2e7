// A copy takes about 15 ms, a migration a second.
import { randomBytes } from 'node:crypto'
import { migrate } from '#server/db/migrate.ts'
import { configureCopy, connectNodes, dropDatabase, onEachNode } from './citus-nodes.ts'
import { distribute } from '#server/db/distribute/distribute.ts'

const templateName = 'holdfast_template'

export interface TestDatabase {
  readonly ownerUrl: string
  readonly drop: () => Promise<void>
}

/** With Citus on the server the template, and each copy, is distributed. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const ownerUrl = urlOf(serverUrl, templateName)
  await onEachNode(serverUrl, async (sql) => {
    await sql`update pg_database set datistemplate = false where datname = ${templateName}`
    await dropDatabase(sql, templateName)
    await sql`create database ${sql(templateName)}`
  })
  await migrate(ownerUrl)
  if (await connectNodes(serverUrl, ownerUrl)) await distribute(ownerUrl, { shards: 2, isDryRun: false })
  await onEachNode(serverUrl, async (sql) => {
    // PostgreSQL copies a template only without connections to it.
    await sql`alter database ${sql(templateName)} with is_template true allow_connections false`
    await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${templateName}`
  })
}

export async function copyDatabase(serverUrl: string, template = templateName): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onEachNode(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)}`)
  await configureCopy(serverUrl, name)
  return { ownerUrl: urlOf(serverUrl, name), drop: () => onEachNode(serverUrl, (sql) => dropDatabase(sql, name)) }
}

const urlOf = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
