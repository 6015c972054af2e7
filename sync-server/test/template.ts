// A copy takes about 15 ms, a migration a second.
import { randomBytes } from 'node:crypto'
import { migrate } from '#server/db/migrate.ts'
import { configureCopy, connectNodes, disconnectDatabase, dropDatabase, onEachNode } from './citus-nodes.ts'
import { distribute } from '#server/db/distribute/distribute.ts'

const templateName = 'holdfast_template'

export interface TestDatabase {
  readonly ownerUrl: string
  readonly drop: () => Promise<void>
}

/** With Citus on the server the template, and each copy, is distributed. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await onEachNode(serverUrl, async (sql) => {
    await sql`update pg_database set datistemplate = false where datname = ${templateName}`
    await dropDatabase(sql, templateName)
  })
  const { ownerUrl, hasNodes } = await createDatabase(serverUrl, templateName)
  if (hasNodes) await distribute(ownerUrl, { shards: 2, isDryRun: false })
  await onEachNode(serverUrl, async (sql) => {
    await sql`alter database ${sql(templateName)} with is_template true`
    await disconnectDatabase(sql, templateName)
  })
}

async function createDatabase(serverUrl: string, name: string) {
  await onEachNode(serverUrl, (sql) => sql`create database ${sql(name)}`)
  const ownerUrl = urlOf(serverUrl, name)
  await migrate(ownerUrl)
  return { ownerUrl, hasNodes: await connectNodes(serverUrl, ownerUrl) }
}

const newName = (): string => `test_${randomBytes(8).toString('hex')}`

const testDatabase = (serverUrl: string, name: string): TestDatabase => ({
  ownerUrl: urlOf(serverUrl, name),
  drop: () => onEachNode(serverUrl, (sql) => dropDatabase(sql, name)),
})

/** Ready to be distributed. */
export async function createUndistributed(serverUrl: string): Promise<TestDatabase> {
  const name = newName()
  await createDatabase(serverUrl, name)
  return testDatabase(serverUrl, name)
}

/** For the migrations of an older server. */
export async function createUnmigrated(serverUrl: string): Promise<TestDatabase> {
  const database = await copyDatabase(serverUrl, 'template1')
  await connectNodes(serverUrl, database.ownerUrl)
  return database
}

export async function copyDatabase(serverUrl: string, template = templateName): Promise<TestDatabase> {
  const name = newName()
  await onEachNode(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)}`)
  await configureCopy(serverUrl, name)
  return testDatabase(serverUrl, name)
}

/** PostgreSQL copies a database only without connections to it. */
export async function cloneDatabase(serverUrl: string, ownerUrl: string): Promise<TestDatabase> {
  const name = new URL(ownerUrl).pathname.slice(1)
  await onEachNode(serverUrl, (sql) => disconnectDatabase(sql, name))
  const copy = await copyDatabase(serverUrl, name)
  await onEachNode(serverUrl, (sql) => sql`alter database ${sql(name)} with allow_connections true`)
  return copy
}

const urlOf = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
